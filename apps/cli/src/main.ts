#!/usr/bin/env node
import { EnvironmentError } from '@kerf/server/open-cutting'
import { runCut } from './cut-command.ts'
import { CutFailure } from './failure.ts'
import { progressBar } from './progress-bar.ts'
import { readArguments } from './read-arguments.ts'
import { USAGE } from './usage-text.ts'

const FAILED = 1
const BAD_USAGE = 2

const leaving = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The second one means it.
    if (leaving.signal.aborted) process.exit(FAILED)
    leaving.abort(new CutFailure('cancelled', 'Cancelled.'))
  })
}

process.exitCode = await run()

async function run(): Promise<number> {
  const words = readArguments(process.argv.slice(2))
  if (words.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  if (words.kind === 'mistaken') {
    console.error(`kerf: ${words.complaint} (bad_usage)\nSee: kerf --help`)
    return BAD_USAGE
  }
  const bar = progressBar(process.stderr)
  try {
    await runCut(words.request, {
      environment: process.env,
      directory: callersDirectory(),
      signal: leaving.signal,
      bar,
      print: (text) => console.log(text),
    })
    return 0
  } catch (error) {
    bar.clear()
    return tell(error)
  }
}

/** npm runs scripts in the project's folder, wherever it was called from. */
function callersDirectory(): string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env
  return script === 'kerf' && directory ? directory : process.cwd()
}

function tell(error: unknown): number {
  if (error instanceof CutFailure) {
    console.error(`kerf: ${error.message} (${error.code})`)
    return FAILED
  }
  if (error instanceof EnvironmentError) {
    console.error(`kerf: ${error.message} (bad_environment)`)
    return BAD_USAGE
  }
  console.error('kerf: Something went wrong. (internal)', error)
  return FAILED
}
