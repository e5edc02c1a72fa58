import { type ChildProcess, spawn } from 'node:child_process'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lowerPriority } from '../lower-priority.ts'
import { killByVariable, killByVariableNow, killGroup } from '../process-group.ts'
import { confineYtdlp, YTDLP_NICENESS, type YtdlpCommand } from './confine-ytdlp.ts'

interface HardenedRun extends YtdlpCommand {
  timeoutMilliseconds: number
  signal?: AbortSignal | undefined
}

/** A process with more standard output than this is killed. */
const MAX_STDOUT_BYTES = 16 * 1024 * 1024
/** Only the last bytes of standard error are stored: the decisive error comes at the end. */
const MAX_STDERR_BYTES = 64 * 1024

interface ProcessOutcome {
  ended: 'exited' | 'timed_out' | 'too_much_output' | 'not_started'
  /** Exit code; null unless the process exited by itself. */
  exitCode: number | null
  stdout: Buffer
  stderr: string
}

/**
 * Running children and the folder of each. This process kills them when it exits: they lead groups of their own and
 * would survive.
 */
const running = new Map<ChildProcess, string>()
process.on('exit', () => {
  for (const [child, directory] of running) {
    killGroup(child.pid)
    killByVariableNow(markOf(directory))
  }
})

/**
 * Environment entry of all processes of one run, in any process group. Confined processes need no mark: bubblewrap ends
 * them all.
 */
const markOf = (directory: string): string => `TMPDIR=${directory}`

/** Time for which pipes may stay open after the process has exited: a child outside its group may hold them. */
const PIPE_CLOSE_GRACE_MILLISECONDS = 500

const FOLDER_PREFIX = 'kerf-ytdlp-'
/** The folder for a run could not be created. `folder` is its parent: TMPDIR, or the system's temporary folder. */
export class TemporaryFolderError extends Error {
  override name = 'TemporaryFolderError'
  readonly folder = tmpdir()
}

/**
 * A folder this old is abandoned: no run lasts nearly as long. Process ids are no proof: each container has its own.
 */
const ABANDONED_FOLDER_AGE_MILLISECONDS = 10 * 60 * 1000

/**
 * Runs yt-dlp isolated: no inherited environment, no home, an empty working directory, confined if possible. A timeout,
 * too much output, an abort and the exit of yt-dlp kill all processes of the run, in any group. Throws
 * TemporaryFolderError or the signal's reason.
 */
export async function runHardened(run: HardenedRun): Promise<ProcessOutcome> {
  await using resources = new AsyncDisposableStack()
  await sweepAbandoned()
  const directory = await mkdtemp(join(tmpdir(), FOLDER_PREFIX)).catch((error: Error) => {
    throw new TemporaryFolderError(error.message, { cause: error })
  })
  resources.defer(() => rm(directory, { recursive: true, force: true }))
  return await runIn(directory, run, await confineYtdlp(run, directory, resources))
}

/** Removes the folders of killed runs. They are large, because yt-dlp unpacks itself into its folder. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const path = join(tmpdir(), name)
    const folder = name.startsWith(FOLDER_PREFIX) ? await lstat(path).catch(() => null) : null
    // Another user could turn a folder into a link to anything while root removes its files.
    const isOurs = folder?.uid === (process.getuid?.() ?? folder?.uid)
    if (isOurs && folder?.isDirectory() && Date.now() - folder.mtimeMs > ABANDONED_FOLDER_AGE_MILLISECONDS)
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
  let processEnd: ProcessOutcome['ended'] = 'exited'
  const endProcess = (reason: ProcessOutcome['ended']): void => {
    processEnd = processEnd === 'exited' ? reason : processEnd
    killGroup(child.pid)
  }
  const output = collectOutput(child, () => endProcess('too_much_output'))
  const timer = setTimeout(() => endProcess('timed_out'), timeoutMilliseconds)
  const onAbort = (): void => killGroup(child.pid)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const exitCode = await waitForEnd(child)
    signal?.throwIfAborted()
    return {
      ended: processEnd,
      exitCode: processEnd === 'exited' ? exitCode : null,
      stdout: output.stdout(),
      stderr: output.stderr(),
    }
  } catch (error) {
    signal?.throwIfAborted()
    return { ended: 'not_started', exitCode: null, stdout: Buffer.alloc(0), stderr: String(error) }
  } finally {
    if (command === path) await killByVariable(markOf(directory))
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

/** Resolves with the exit code when the process has exited and its output is read. Rejects if it does not start. */
function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      killGroup(child.pid)
      const linger = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, PIPE_CLOSE_GRACE_MILLISECONDS)
      child.once('close', () => clearTimeout(linger))
    })
    child.once('close', (exitCode) => resolve(exitCode))
  })
}
