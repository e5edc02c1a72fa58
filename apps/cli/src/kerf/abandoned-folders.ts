import { createHash } from 'node:crypto'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const FOLDER_PATTERN = /^\.kerf-(?<machine>[0-9a-f]{8})-(?<pid>\d{1,10})-(?<start>\d{1,20})-\w{6}$/
const UNKNOWN_START = '0'
/**
 * Index of the start time in /proc/PID/stat, counted after the program's name, which may contain any character.
 */
const START_FIELD_AFTER_NAME = 19

/** The prefix of this process's folders. Other processes can tell from it whether the folder is still in use. */
export async function folderPrefix(): Promise<string> {
  return `.kerf-${await machineIdentifier()}-${process.pid}-${(await processStartTime(process.pid)) ?? UNKNOWN_START}-`
}

/**
 * Removes the folders of killed processes. Keeps folders of running processes, and of processes on another machine or in
 * another container.
 */
export async function sweepAbandoned(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const nameParts = entry.isDirectory() ? FOLDER_PATTERN.exec(entry.name)?.groups : undefined
    if (
      nameParts?.machine === (await machineIdentifier()) &&
      !(await isRunning(Number(nameParts.pid), nameParts.start!))
    ) {
      // A folder of another user cannot be removed.
      await rm(join(directory, entry.name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** Identifier of the machine and its namespace of process ids. A reboot does not change it. */
async function machineIdentifier(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8)
}

/** Whether the process still runs. Process ids are reused, so its start time must also match. */
async function isRunning(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Any other error means that the process runs, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const actualStart = await processStartTime(pid)
  return actualStart === null || start === UNKNOWN_START || actualStart === start
}

/** Start time of a process in clock ticks since the machine started; null if it is unknown. */
async function processStartTime(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  return status?.slice(status.lastIndexOf(')') + 2).split(' ')[START_FIELD_AFTER_NAME] ?? null
}
