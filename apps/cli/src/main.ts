#!/usr/bin/env node
// This file has only old JavaScript and no `"type": "module"` in its folder, so that Node 18 can run it and print the
// error.
// The modules are in `kerf/`, whose package.json has that type.
{
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 4)) {
    import('./kerf/run.ts')
  } else {
    console.error(`kerf: It needs Node 24.4 or later; this is ${process.version}. (old_node)`)
    process.exitCode = 2
  }
}
