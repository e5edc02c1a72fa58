import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { lowerPriorityPrefix } from './lower-priority.ts'

/** Paths that programs need to load shared libraries. */
const LIBRARY_PATHS = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache']
const PROBE_TIMEOUT_MILLISECONDS = 20_000

let bubblewrapPath: string | null | undefined

/** Path of bubblewrap; null if it is missing or the kernel forbids it. The search runs only once. */
export function findBubblewrap(): string | null {
  if (bubblewrapPath === undefined) bubblewrapPath = findCandidates().find(canRun) ?? null
  return bubblewrapPath
}

function findCandidates(): string[] {
  // Without this file of /proc, the memory of confined processes cannot be watched.
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return []
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, 'bwrap')).filter((path) => existsSync(path))
}

function canRun(path: string): boolean {
  const [command = '', ...args] = bubblewrapCommand(path, { readable: [], writable: null, niceness: 0 })
  const probe = spawnSync(command, [...args, process.execPath, '--version'], {
    stdio: 'ignore',
    timeout: PROBE_TIMEOUT_MILLISECONDS,
    env: {},
  })
  return probe.status === 0
}

/** Readable paths, the one writable folder and the niceness of a confined process. */
interface Confinement {
  readable: string[]
  writable: string | null
  niceness: number
}

/** Words before a command that make it run confined by bubblewrap; empty where bubblewrap does not work. */
export function confinementPrefix(confinement: Confinement): string[] {
  const path = findBubblewrap()
  return path === null ? [] : bubblewrapCommand(path, confinement)
}

/**
 * The bubblewrap command. A program behind it has no network, no view of other processes and no capabilities. It sees
 * only the named files, the system's libraries and Node. Unlike Node's permissions, it confines native code too.
 */
function bubblewrapCommand(path: string, { readable, writable, niceness }: Confinement): string[] {
  return [
    ...lowerPriorityPrefix(niceness),
    path,
    '--unshare-all',
    '--as-pid-1',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...[...LIBRARY_PATHS, process.execPath, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    ...(writable === null ? [] : ['--bind', writable, writable, '--chdir', writable]),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--',
  ]
}
