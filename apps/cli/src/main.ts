#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import packageOfKerf from '../package.json' with { type: 'json' }
import { readArguments } from './read-arguments.ts'
import { USAGE } from './usage-text.ts'

const BAD_USAGE = 2

const words = readArguments(process.argv.slice(2))
if (words.kind === 'help') {
  console.log(USAGE)
} else if (words.kind === 'version') {
  console.log(packageOfKerf.version)
} else if (words.kind === 'mistaken') {
  console.error(`kerf: ${words.complaint} (bad_usage)\nSee: kerf --help`)
  process.exitCode = BAD_USAGE
} else {
  // Sources and engine are loaded only now, so that help and mistakes are answered at once.
  enableCompileCache(join(import.meta.dirname, '../../../.build/compile-cache'))
  const { carryOut } = await import('./carry-out.ts')
  process.exitCode = await carryOut(words.request)
}
