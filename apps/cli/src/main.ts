#!/usr/bin/env node
// This file contains only old JavaScript, and its folder has no `"type": "module"`. So Node 18 can run it and print the
// error.
// The modules are in `kerf/`, whose package.json has that type.
{
  // Older Nodes do not compile the sources.
  const minimumVersion = '24.4'
  const [majorVersion = 0, minorVersion = 0] = process.versions.node.split('.').map(Number)
  const [minimumMajor = 0, minimumMinor = 0] = minimumVersion.split('.').map(Number)
  if (majorVersion > minimumMajor || (majorVersion === minimumMajor && minorVersion >= minimumMinor)) {
    // Node 22 warns that node:sqlite is experimental. Kerf uses only its lock.
    const { emitWarning } = process
    process.emitWarning = (warning, ...otherArguments) => {
      if (otherArguments[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...otherArguments])
    }
    import('./kerf/run.ts')
  } else {
    console.error(`kerf: It needs Node ${minimumVersion} or later; this is ${process.version}. (old_node)`)
    process.exitCode = 2
  }
}
