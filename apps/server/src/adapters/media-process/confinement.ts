import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where programs find the libraries that they are linked to. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache']
const PROBE_MILLISECONDS = 5000

let found: string | null | undefined

/** bubblewrap, if it is installed and the kernel lets it work; asked once. */
export function bubblewrap(): string | null {
  found ??= candidates().find(works) ?? null
  return found
}

function candidates(): string[] {
  // Without this list the memory of what runs inside could not be watched.
  if (!existsSync(`/proc/self/task/${process.pid}/children`)) return []
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, 'bwrap')).filter((path) => existsSync(path))
}

function works(path: string): boolean {
  const args = [...confinementFlags({ readable: [], writable: null }), process.execPath, '--version']
  return spawnSync(path, args, { stdio: 'ignore', timeout: PROBE_MILLISECONDS, env: {} }).status === 0
}

/**
 * bubblewrap's arguments, up to the command: no network, no process but its own, no rights, and of all files those that are named, the
 * system's libraries and Node. Native code is held by it as well, which Node's permissions do not know of.
 */
export function confinementFlags({ readable, writable }: { readable: string[]; writable: string | null }): string[] {
  return [
    ...['--unshare-all', '--as-pid-1', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...[...LIBRARIES, process.execPath, ...readable].flatMap((path) => ['--ro-bind-try', path, path]),
    ...(writable === null ? [] : ['--bind', writable, writable, '--chdir', writable]),
    '--',
  ]
}
