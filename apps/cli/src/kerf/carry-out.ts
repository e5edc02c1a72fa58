import { EnvironmentError } from '@kerf/server/open-link'
import type { CutRequest } from './arguments/read-arguments.ts'
import { runCut } from './cut-command.ts'
import { CutFailure } from './failure.ts'
import { progressBar } from './progress-bar.ts'

const DONE = 0
const FAILED = 1
const BAD_USAGE = 2

/** Does what was requested, reports failures on stderr, and returns the exit code. */
export async function carryOut(request: CutRequest): Promise<number> {
  const bar = progressBar(process.stderr)
  try {
    await runCut(request, {
      environment: process.env,
      directory: callersDirectory(),
      signal: untilSignalled(),
      bar,
      print,
    })
    return DONE
  } catch (error) {
    bar.clear()
    return report(error)
  }
}

/** The first Ctrl+C ends the work in order, the second one at once. */
function untilSignalled(): AbortSignal {
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (leaving.signal.aborted) process.exit(FAILED)
      leaving.abort(new CutFailure('cancelled', 'Cancelled.'))
    })
  }
  return leaving.signal
}

/** A closed pipe, as by `head`, is no failure; a full disk is. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: NodeJS.ErrnoException | null): void => {
      if (!error || error.code === 'EPIPE') resolve()
      else reject(new CutFailure('output_failed', `The output cannot be written: ${error.code}.`, { cause: error }))
    }
    process.stdout.once('error', done)
    process.stdout.write(`${text}\n`, done)
  })
}

/** npm runs scripts in the project's folder, wherever it was called from. */
function callersDirectory(): string {
  const { npm_lifecycle_event: script, INIT_CWD: directory } = process.env
  return script === 'kerf' && directory ? directory : process.cwd()
}

function report(error: unknown): number {
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
