import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confinementPrefix } from '../confinement.ts'
import { lowerPriorityPrefix } from '../lower-priority.ts'
import { killGroup } from '../process-group.ts'
import { mediaProgram, PROJECT_ROOT } from './media-program.ts'
import { type FromMediaProcess, parseFromMediaProcess, type ToMediaProcess } from './messages.ts'
import { innermostPid } from './watch-limits.ts'

export type MediaProcess = ReturnType<typeof startMediaProcess>

/** Paths of the program, which the process may read. They exclude the data folder, which may be inside the project. */
const PROGRAM_PATHS = [
  'package.json',
  'packages',
  '.build',
  'apps/server/package.json',
  'apps/server/node_modules',
  'apps/server/src',
].map((path) => join(PROJECT_ROOT, path))
/** Folder that contains `node_modules`. In an installed package, this may be the package or a folder above it. */
const [PACKAGES_PARENT = ''] = fileURLToPath(import.meta.resolve('node-av')).split(`${sep}node_modules${sep}`)
const READABLE_PATHS = [...PROGRAM_PATHS, join(PACKAGES_PARENT, 'node_modules')]
const STDERR_TAIL_CHARACTERS = 8192
const CUT_NICENESS = 5
const PREVIEW_NICENESS = 10

/**
 * Settings for glibc. Frames take megabytes, and other threads free them, so malloc's heaps hardly ever shrink and a 4K
 * cut holds twice the memory that it uses. With these settings large blocks return to the system at once.
 */
const ALLOCATOR_VARIABLES = {
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
  MALLOC_ARENA_MAX: '2',
}

export interface MediaProcessOptions {
  scratchDirectory: string
  maxHeapMegabytes: number
  yields?: boolean
  /** Another program, for a test of the confinement. */
  program?: { path: string; args: string[] }
}

/**
 * Starts a media process without the server's environment, network or child processes. It reads only the program and
 * writes only the scratch folder. bubblewrap makes the kernel enforce that. Without bubblewrap Node enforces it, but
 * not for native code.
 */
export function startMediaProcess(options: MediaProcessOptions) {
  const { program = { path: mediaProgram(), args: [] } } = options
  const niceness = options.yields ? PREVIEW_NICENESS : CUT_NICENESS
  const sandbox = confinementPrefix({ readable: READABLE_PATHS, writable: options.scratchDirectory, niceness })
  const launcher = sandbox.length > 0 ? sandbox : lowerPriorityPrefix(niceness)
  const [execPath, ...execArgv] = [...launcher, process.execPath, ...permissionFlags(options)]
  const child = fork(program.path, program.args, {
    execPath,
    execArgv,
    env: ALLOCATOR_VARIABLES,
    cwd: options.scratchDirectory,
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // If only bubblewrap is killed while it starts, its child is still in its group, or has left the group and listens
  // to the channel.
  child.once('exit', () => {
    killGroup(child.pid)
    if (child.connected) child.disconnect()
  })
  let stderrTail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS)
  })
  // `exit` reports a crash, so an error of the channel before it is ignored.
  child.on('error', () => undefined)
  return {
    child,
    send: (message: ToMediaProcess): void => {
      if (child.connected) child.send(message, () => undefined)
    },
    /** Returns the end of the process's stderr: the reason of a crash. */
    lastStderr: () => stderrTail,
    async kill(): Promise<void> {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      // The inner process is killed first: a killed bubblewrap would not wait for its child.
      const innerPid = await innermostPid(child.pid)
      if (innerPid === undefined || innerPid === child.pid || !endProcess(innerPid)) killGroup(child.pid)
      await exit
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
    ...READABLE_PATHS.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-read=${scratchDirectory}`,
    `--allow-fs-write=${scratchDirectory}`,
    `--max-old-space-size=${maxHeapMegabytes}`,
    // Node warns at every start if permissions and addons are combined.
    '--disable-warning=SecurityWarning',
  ]
}

/**
 * @param listener gets null for an invalid message
 * @returns a function that stops listening
 */
export function onMessage(media: MediaProcess, listener: (message: FromMediaProcess | null) => void): () => void {
  const parseAndForward = (message: unknown): void => listener(parseFromMediaProcess(message))
  media.child.on('message', parseAndForward)
  return () => media.child.off('message', parseAndForward)
}
