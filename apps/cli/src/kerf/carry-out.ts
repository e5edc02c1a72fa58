import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import { EnvironmentError } from '@kerf/server/open-link'
import type { CutArguments } from './arguments/read-arguments.ts'
import { callersDirectory } from './callers-directory.ts'
import { runCuts } from './cut-list.ts'
import { CutFailure } from './failure.ts'
import { outputFailure } from './output-file.ts'
import { escapeControlCharacters } from './printable.ts'
import { createProgressBar } from './progress-bar.ts'

const EXIT_DONE = 0
const EXIT_FAILED = 1
const EXIT_BAD_USAGE = 2

/** Carries out a request, reports failures on stderr, and returns the exit code. */
export async function carryOut(request: CutArguments): Promise<number> {
  const bar = createProgressBar(process.stderr)
  try {
    const context = {
      environment: process.env,
      directory: callersDirectory(),
      signal: abortOnSignal(),
      bar,
      printResult,
      printFile,
      printMessage,
      isStdoutTerminal: process.stdout.isTTY ?? false,
    }
    const failures = await runCuts(request, context, (error, link) => {
      if (error instanceof EnvironmentError) throw error
      return reportFailure(error, `${link}: `)
    })
    return failures > 0 ? EXIT_FAILED : EXIT_DONE
  } catch (error) {
    bar.clear()
    const { code } = reportFailure(error)
    return code === 'bad_environment' || code === 'bad_usage' ? EXIT_BAD_USAGE : EXIT_FAILED
  }
}

/** Returns a signal that aborts at the first Ctrl+C, so that the work can clean up. The second Ctrl+C exits at once. */
function abortOnSignal(): AbortSignal {
  const abortController = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (abortController.signal.aborted) process.exit(EXIT_FAILED)
      abortController.abort(new CutFailure('cancelled', 'Cancelled.'))
    })
  }
  return abortController.signal
}

async function printResult(text: string): Promise<void> {
  await pipeline([`${escapeControlCharacters(text)}\n`], process.stdout, { end: false }).catch(refuseUnlessClosed)
}

function printMessage(text: string): void {
  console.error(escapeControlCharacters(text))
}

async function printFile(path: string): Promise<void> {
  await pipeline(createReadStream(path), process.stdout, { end: false }).catch(refuseUnlessClosed)
}

/** Ignores a closed pipe, for example from `head`. @throws CutFailure output_failed for other errors, such as a full disk */
function refuseUnlessClosed(error: NodeJS.ErrnoException): void {
  if (['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) return
  throw outputFailure('The output', error)
}

/** Reports a failure on stderr. @param prefix text before the message */
function reportFailure(error: unknown, prefix = ''): { code: string; message: string } {
  if (error instanceof CutFailure || error instanceof EnvironmentError) {
    const code = error instanceof CutFailure ? error.code : 'bad_environment'
    printMessage(`kerf: ${prefix}${error.message} (${code})`)
    return { code, message: error.message }
  }
  const message = 'Something went wrong.'
  printMessage(`kerf: ${prefix}${message} (internal) ${inspect(error)}`)
  return { code: 'internal', message }
}
