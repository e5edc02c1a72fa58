import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { atLowerPriority } from './lower-priority.ts'

/** Where programs find the libraries that they are linked to. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache']
const PROBE_MILLISECONDS = 20_000

let found: string | null | undefined

/** bubblewrap, if it is installed and the kernel lets it work; asked once. */
export function bubblewrap(): string | null {
  if (found === undefined) found = candidates().find(works) ?? null
  return found
}

function candidates(): string[] {
  // Without this list the memory of what runs inside could not be watched.
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return []
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, 'bwrap')).filter((path) => existsSync(path))
}

function works(path: string): boolean {
  const [command = '', ...args] = commandOf(path, { readable: [], writable: null, niceness: 0 })
  const probe = spawnSync(command, [...args, process.execPath, '--version'], {
    stdio: 'ignore',
    timeout: PROBE_MILLISECONDS,
    env: {},
  })
  return probe.status === 0
}

interface Inside {
  readable: string[]
  writable: string | null
  niceness: number
}

/** What comes before a command to confine it; nothing where bubblewrap does not work. */
export function confined(inside: Inside): string[] {
  const path = bubblewrap()
  return path === null ? [] : commandOf(path, inside)
}

/**
 * No network, no process but its own, no rights, and of all files those that are named, the system's libraries and Node. Native code is
 * held by it as well, which Node's permissions do not know of.
 */
function commandOf(path: string, { readable, writable, niceness }: Inside): string[] {
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
