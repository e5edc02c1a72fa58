import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confined } from '../confinement.ts'
import { atLowerPriority } from '../lower-priority.ts'
import { killGroup } from '../process-group.ts'
import { mediaProgram, PROJECT_ROOT } from './media-program.ts'
import { type FromMediaProcess, parseFromMediaProcess, type ToMediaProcess } from './messages.ts'
import { innermost } from './watch-limits.ts'

export type MediaProcess = ReturnType<typeof startMediaProcess>

/** Everything the process runs, and nothing beside it: the data folder, with other people's clips, may lie in the project too. */
const PROGRAM = [
  'package.json',
  'packages',
  '.build',
  'apps/server/package.json',
  'apps/server/node_modules',
  'apps/server/src',
].map((path) => join(PROJECT_ROOT, path))
/** Where packages are: in an installed package, beside it or inside of it. */
const [BEFORE_PACKAGES = ''] = fileURLToPath(import.meta.resolve('node-av')).split(`${sep}node_modules${sep}`)
const READABLE = [...PROGRAM, join(BEFORE_PACKAGES, 'node_modules')]
const STDERR_TAIL_CHARACTERS = 8192
const CUT_NICENESS = 5
const PREVIEW_NICENESS = 10

/**
 * For glibc: frames are megabytes and freed by other threads, so that malloc's heaps hardly ever shrink and a 4K cut
 * holds twice what it uses. With these, large blocks go back to the system at once.
 */
const ALLOCATOR = {
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
  MALLOC_ARENA_MAX: '2',
}

export interface MediaProcessOptions {
  scratchDirectory: string
  maxHeapMegabytes: number
  yields?: boolean
  /** Another one, for a test of what it may do. */
  program?: { path: string; args: string[] }
}

/**
 * No environment, network or child processes; reads the program only, writes the scratch folder only. Where bubblewrap works, the kernel
 * sees to it; elsewhere Node does, which does not hold native code.
 */
export function startMediaProcess(options: MediaProcessOptions) {
  const { program = { path: mediaProgram(), args: [] } } = options
  const niceness = options.yields ? PREVIEW_NICENESS : CUT_NICENESS
  const outside = confined({ readable: READABLE, writable: options.scratchDirectory, niceness })
  const before = outside.length > 0 ? outside : atLowerPriority(niceness)
  const [execPath, ...execArgv] = [...before, process.execPath, ...permissionFlags(options)]
  const child = fork(program.path, program.args, {
    execPath,
    execArgv,
    env: ALLOCATOR,
    cwd: options.scratchDirectory,
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Of bubblewrap, killed alone while it starts: what it began waits for it, or has left its group and listens to us.
  child.once('exit', () => {
    killGroup(child.pid)
    if (child.connected) child.disconnect()
  })
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-STDERR_TAIL_CHARACTERS)
  })
  // A crashed process is reported by 'exit'; a broken channel on the way there is no news.
  child.on('error', () => undefined)
  return {
    child,
    send: (message: ToMediaProcess): void => {
      if (child.connected) child.send(message, () => undefined)
    },
    /** The end of what it wrote to stderr: the reason of a crash. */
    lastWords: () => words,
    async kill(): Promise<void> {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      // What is inside goes first: bubblewrap, killed itself, would not wait for it.
      const inner = await innermost(child.pid)
      if (inner === undefined || inner === child.pid || !endProcess(inner)) killGroup(child.pid)
      await ended
    },
  }
}

export function hasEnded({ child }: MediaProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function endProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

export function permissionFlags({ scratchDirectory, maxHeapMegabytes }: MediaProcessOptions): string[] {
  return [
    '--permission',
    '--allow-addons',
    ...READABLE.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${scratchDirectory}`,
    `--allow-fs-write=${scratchDirectory}`,
    `--max-old-space-size=${maxHeapMegabytes}`,
    // Permissions and addons together make Node warn at every start.
    '--disable-warning=SecurityWarning',
  ]
}

/**
 * @param listener gets null for an invalid message
 * @returns ends the listening
 */
export function onMessage(media: MediaProcess, listener: (message: FromMediaProcess | null) => void): () => void {
  const parsed = (message: unknown): void => listener(parseFromMediaProcess(message))
  media.child.on('message', parsed)
  return () => media.child.off('message', parsed)
}
