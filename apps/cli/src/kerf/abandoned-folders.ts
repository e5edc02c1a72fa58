import { createHash } from 'node:crypto'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const NAME = /^\.kerf-(?<where>[0-9a-f]{8})-(?<pid>\d{1,10})-(?<start>\d{1,20})-\w{6}$/
const UNKNOWN_START = '0'
/** Fields of /proc/PID/stat behind the name of the program, which may hold anything, brackets too. */
const START_FIELD_BEHIND_NAME = 19

/** The prefix of this process's folders: it shows others whether they are still needed. */
export async function folderPrefix(): Promise<string> {
  return `.kerf-${await whereabouts()}-${process.pid}-${(await startOf(process.pid)) ?? UNKNOWN_START}-`
}

/**
 * Removes what processes left behind that were killed before they could. Never the folder of one that lives, nor of one
 * on another machine or in another container.
 */
export async function sweepAbandoned(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const mark = entry.isDirectory() ? NAME.exec(entry.name)?.groups : undefined
    if (mark?.where === (await whereabouts()) && !(await isLiving(Number(mark.pid), mark.start!))) {
      // Whose it is may not be ours to remove.
      await rm(join(directory, entry.name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** The same for all processes that share process ids, also after a reboot. */
async function whereabouts(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8)
}

/** Numbers are used again: only one that was started at the same time is the same process. */
async function isLiving(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Otherwise it is somebody else's, and lives.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const found = await startOf(pid)
  return found === null || start === UNKNOWN_START || found === start
}

/** In the machine's own ticks since it was started; null where that is unknown. */
async function startOf(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  return status?.slice(status.lastIndexOf(')') + 2).split(' ')[START_FIELD_BEHIND_NAME] ?? null
}
