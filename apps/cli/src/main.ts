#!/usr/bin/env node
// This file has only old JavaScript and no `"type": "module"` in its folder, so that Node 18 can run it and print the
// error.
// The modules are in `kerf/`, whose package.json has that type.
{
  // Older Nodes do not compile the sources.
  const least = '24.4'
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) {
    // Node 22 warns of node:sqlite, of which Kerf uses only the lock.
    const { emitWarning } = process
    process.emitWarning = (warning, ...rest) => {
      if (rest[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...rest])
    }
    import('./kerf/run.ts')
  } else {
    console.error(`kerf: It needs Node ${least} or later; this is ${process.version}. (old_node)`)
    process.exitCode = 2
  }
}
