import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import { EnvironmentError } from '@kerf/server/open-link'
import type { CutArguments } from './arguments/read-arguments.ts'
import { callersDirectory } from './callers-directory.ts'
import { runCuts } from './cut-list.ts'
import { CutFailure } from './failure.ts'
import { unwritable } from './output-file.ts'
import { printable } from './printable.ts'
import { progressBar } from './progress-bar.ts'

const DONE = 0
const FAILED = 1
const BAD_USAGE = 2

/** Carries out a request, reports failures on stderr, and returns the exit code. */
export async function carryOut(request: CutArguments): Promise<number> {
  const bar = progressBar(process.stderr)
  try {
    const around = {
      environment: process.env,
      directory: callersDirectory(),
      signal: untilSignalled(),
      bar,
      print,
      pour,
      note,
      isStdoutTerminal: process.stdout.isTTY ?? false,
    }
    const failures = await runCuts(request, around, (error, link) => {
      if (error instanceof EnvironmentError) throw error
      return complain(error, `${link}: `)
    })
    return failures > 0 ? FAILED : DONE
  } catch (error) {
    bar.clear()
    const { code } = complain(error)
    return code === 'bad_environment' || code === 'bad_usage' ? BAD_USAGE : FAILED
  }
}

/** Aborts at the first Ctrl+C, so that the work can clean up. The second one exits immediately. */
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

async function print(text: string): Promise<void> {
  await pipeline([`${printable(text)}\n`], process.stdout, { end: false }).catch(refuseUnlessClosed)
}

function note(text: string): void {
  console.error(printable(text))
}

async function pour(path: string): Promise<void> {
  await pipeline(createReadStream(path), process.stdout, { end: false }).catch(refuseUnlessClosed)
}

/** @throws CutFailure output_failed, for example for a full disk, but not for a closed pipe, such as by `head` */
function refuseUnlessClosed(error: NodeJS.ErrnoException): void {
  if (['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(error.code ?? '')) return
  throw unwritable('The output', error)
}

/** Reports a failure on stderr. @param prefix text before the message */
function complain(error: unknown, prefix = ''): { code: string; message: string } {
  if (error instanceof CutFailure || error instanceof EnvironmentError) {
    const code = error instanceof CutFailure ? error.code : 'bad_environment'
    note(`kerf: ${prefix}${error.message} (${code})`)
    return { code, message: error.message }
  }
  const message = 'Something went wrong.'
  note(`kerf: ${prefix}${message} (internal) ${inspect(error)}`)
  return { code: 'internal', message }
}
