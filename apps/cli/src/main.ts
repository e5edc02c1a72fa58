#!/usr/bin/env node
// Plain JavaScript of long ago in a folder without `"type": "module"`: Node 18 can still run it, and say what is missing.
// The modules are in `kerf/`, whose package.json says that they are modules.
{
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 4)) {
    import('./kerf/run.ts')
  } else {
    console.error(`kerf: It needs Node 24.4 or later; this is ${process.version}. (old_node)`)
    process.exitCode = 2
  }
}
