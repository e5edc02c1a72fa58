import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { atLowerPriority } from './lower-priority.ts'

/** Paths from which programs load shared libraries. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache']
const PROBE_MILLISECONDS = 20_000

let bubblewrapPath: string | null | undefined

/** Path of bubblewrap; null where it is missing or the kernel forbids it. Probed once. */
export function bubblewrap(): string | null {
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
  const [command = '', ...args] = commandOf(path, { readable: [], writable: null, niceness: 0 })
  const probe = spawnSync(command, [...args, process.execPath, '--version'], {
    stdio: 'ignore',
    timeout: PROBE_MILLISECONDS,
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

/** Words to put before a command so that it runs confined; empty where bubblewrap does not work. */
export function confined(confinement: Confinement): string[] {
  const path = bubblewrap()
  return path === null ? [] : commandOf(path, confinement)
}

/**
 * The command gives no network, no sight of other processes and no capabilities. It shows only the named files, the
 * system's libraries and Node. Unlike Node's permissions, it confines native code too.
 */
function commandOf(path: string, { readable, writable, niceness }: Confinement): string[] {
  return [
    ...atLowerPriority(niceness),
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
    ...[...LIBRARIES, process.execPath, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    ...(writable === null ? [] : ['--bind', writable, writable, '--chdir', writable]),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--',
  ]
}
