import { type ChildProcess, spawn } from 'node:child_process'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lowerPriority } from '../../lower-priority.ts'
import { killGroup, killMarked, killMarkedNow } from '../../process-group.ts'
import { confineYtdlp, YTDLP_NICENESS, type YtdlpCommand } from './confine-ytdlp.ts'

interface HardenedRun extends YtdlpCommand {
  timeoutMilliseconds: number
  signal?: AbortSignal | undefined
}

/** More standard output than this ends the process. */
const MAX_STDOUT_BYTES = 16 * 1024 * 1024
/** The last bytes of standard error are kept: the verdict comes at the end. */
const MAX_STDERR_BYTES = 64 * 1024

interface ProcessOutcome {
  ended: 'exited' | 'timed_out' | 'too_much_output' | 'not_started'
  /** Null unless it exited by itself. */
  exitCode: number | null
  stdout: Buffer
  stderr: string
}

/** Ended with this process too: being leaders of groups of their own, they would not be by themselves. By the folder of each. */
const running = new Map<ChildProcess, string>()
process.on('exit', () => {
  for (const [child, directory] of running) {
    killGroup(child.pid)
    killMarkedNow(markOf(directory))
  }
})

/** Its folder is one run's alone, and what it starts has that in its environment, in whatever group. Inside bubblewrap nothing is left. */
const markOf = (directory: string): string => `TMPDIR=${directory}`

/** How long pipes may stay open after the process is gone, held by a child that left its group. */
const LINGER_MILLISECONDS = 500

const FOLDER = 'kerf-ytdlp-'
/** There is no folder for a run. `folder` is where it would be: TMPDIR, or the system's. */
export class TemporaryFolderError extends Error {
  override name = 'TemporaryFolderError'
  readonly folder = tmpdir()
}

/** No run lasts nearly as long. Ids of processes would not tell: those of an earlier container mean nothing in the next. */
const ABANDONED_AFTER_MILLISECONDS = 10 * 60 * 1000

/**
 * Runs yt-dlp isolated: no inherited environment, no home, an empty working directory, confined where that is possible. Its process
 * group and what has left it are killed on timeout, too much output, abort (throws the signal's reason), or exit. Throws TemporaryFolderError.
 */
export async function runHardened(run: HardenedRun): Promise<ProcessOutcome> {
  await using opened = new AsyncDisposableStack()
  await sweepAbandoned()
  const directory = await mkdtemp(join(tmpdir(), FOLDER)).catch((error: Error) => {
    throw new TemporaryFolderError(error.message, { cause: error })
  })
  opened.defer(() => rm(directory, { recursive: true, force: true }))
  return await runIn(directory, run, await confineYtdlp(run, directory, opened))
}

/** Removes what was left by processes that were killed: yt-dlp unpacks itself into its folder, which takes much room. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const path = join(tmpdir(), name)
    const folder = name.startsWith(FOLDER) ? await lstat(path).catch(() => null) : null
    // Another user's could become a link to anything while root removes what is in it.
    const isOurs = folder?.uid === (process.getuid?.() ?? folder?.uid)
    if (isOurs && folder?.isDirectory() && Date.now() - folder.mtimeMs > ABANDONED_AFTER_MILLISECONDS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function runIn(
  directory: string,
  { path, sslCertFile, timeoutMilliseconds, signal }: HardenedRun,
  [command = '', ...args]: string[],
): Promise<ProcessOutcome> {
  signal?.throwIfAborted()
  const child = spawn(command, args, {
    cwd: directory,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      TMPDIR: directory,
      LANG: 'C.UTF-8',
      YTDLP_NO_PLUGINS: '1',
      ...(sslCertFile ? { SSL_CERT_FILE: sslCertFile } : {}),
    },
    detached: true,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (command === path) lowerPriority(child.pid, YTDLP_NICENESS)
  running.set(child, directory)
  let ended: ProcessOutcome['ended'] = 'exited'
  const end = (why: ProcessOutcome['ended']): void => {
    ended = ended === 'exited' ? why : ended
    killGroup(child.pid)
  }
  const output = collectOutput(child, () => end('too_much_output'))
  const timer = setTimeout(() => end('timed_out'), timeoutMilliseconds)
  const onAbort = (): void => killGroup(child.pid)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const exitCode = await waitForEnd(child)
    signal?.throwIfAborted()
    return { ended, exitCode: ended === 'exited' ? exitCode : null, stdout: output.stdout(), stderr: output.stderr() }
  } catch (error) {
    signal?.throwIfAborted()
    return { ended: 'not_started', exitCode: null, stdout: Buffer.alloc(0), stderr: String(error) }
  } finally {
    if (command === path) await killMarked(markOf(directory))
    running.delete(child)
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

function collectOutput(child: ChildProcess, onTooMuch: () => void) {
  const stdoutChunks: Buffer[] = []
  let stdoutBytes = 0
  let stderrTail = Buffer.alloc(0)
  child.stdout?.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length
    if (stdoutBytes > MAX_STDOUT_BYTES) onTooMuch()
    else stdoutChunks.push(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderrTail = Buffer.concat([stderrTail, chunk]).subarray(-MAX_STDERR_BYTES)
  })
  return { stdout: () => Buffer.concat(stdoutChunks), stderr: () => stderrTail.toString('utf8') }
}

/** Resolves with the exit code when the process is gone and its output is read. */
function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      killGroup(child.pid)
      const linger = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, LINGER_MILLISECONDS)
      child.once('close', () => clearTimeout(linger))
    })
    child.once('close', (exitCode) => resolve(exitCode))
  })
}
