import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import type { OpenDatabase } from '../../adapters/database/open-database.ts'
import { lowerPriorityPrefix } from '../../adapters/lower-priority.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Settings } from '../environment/environment.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

const NAME = /^kerf-\d{4}-\d{2}-\d{2}$/
/** Names of drafts that killed backups left over. */
const DRAFT = /^kerf-\d{4}-\d{2}-\d{2}\..*\.part$/
const FIRST_LOOK_MILLISECONDS = 60_000
const LOOK_EVERY_MILLISECONDS = 3_600_000
const TIMEOUT_MILLISECONDS = 30 * 60_000
/** Space that stays free, in addition to the copy of the database and the backup. */
const SPARE_BYTES = 256 * 1024 * 1024
const LOW_PRIORITY = 10

export interface DailyBackupDeps {
  database: Pick<OpenDatabase, 'copyTo' | 'isUnused'>
  directory: DataDirectory
  settings: Pick<Settings, 'backupKeep' | 'sessionSecret'>
  clock: Clock
  log: Pick<Logger, 'info' | 'error'>
}

/** Writes one backup a day; checks every hour. Does nothing on PostgreSQL, or if BACKUP_KEEP is 0. */
export function startBackups(deps: DailyBackupDeps): { stop(): Promise<void> } {
  const stopController = new AbortController()
  let currentBackup: Promise<void> | null = null
  const look = (): void => {
    currentBackup ??= backUp(deps, stopController.signal)
      .then((path) => path && deps.log.info({ path }, 'backed up'))
      .catch((err: unknown) => stopController.signal.aborted || deps.log.error({ err }, 'backup failed'))
      .then(() => {
        currentBackup = null
      })
  }
  const isOn = deps.database.copyTo !== null && deps.settings.backupKeep > 0
  const timers = isOn ? [setTimeout(look, FIRST_LOOK_MILLISECONDS), setInterval(look, LOOK_EVERY_MILLISECONDS)] : []
  return {
    async stop() {
      timers.forEach(clearInterval)
      stopController.abort()
      await currentBackup
    },
  }
}

/**
 * Writes the backup of the day and deletes the oldest ones over BACKUP_KEEP. Returns its path; null if it exists, or
 * while there is nothing to back up.
 */
export async function backUp(deps: DailyBackupDeps, signal?: AbortSignal): Promise<string | null> {
  const { directory, clock, settings } = deps
  const path = join(directory.backupsPath, `kerf-${clock.now().toISOString().slice(0, 10)}`)
  if ((await namesIn(directory.backupsPath, NAME)).some((name) => path.endsWith(name))) return null
  if (await deps.database.isUnused()) return null
  await refuseWithoutRoom(directory)
  // A snapshot in the embedded database would block all other statements, so another process reads a copy.
  const copy = join(directory.scratchPath, `backup-${randomUUID()}`)
  try {
    await deps.database.copyTo?.(join(copy, 'database'))
    await cp(join(directory.path, 'secrets'), join(copy, 'secrets'), { recursive: true })
    await runBackupCommand(path, copy, settings.sessionSecret, signal)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  for (const name of await namesIn(directory.backupsPath, DRAFT)) await rm(join(directory.backupsPath, name))
  const backups = await namesIn(directory.backupsPath, NAME)
  for (const name of backups.slice(settings.backupKeep)) await rm(join(directory.backupsPath, name))
  return path
}

async function runBackupCommand(
  path: string,
  dataDirectory: string,
  sessionSecret: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [command = '', ...args] = [...lowerPriorityPrefix(LOW_PRIORITY), process.execPath, MAIN, 'backup', path]
  await promisify(execFile)(command, args, {
    env: { DATA_DIR: dataDirectory, ...(sessionSecret && { SESSION_SECRET: sessionSecret }) },
    timeout: TIMEOUT_MILLISECONDS,
    killSignal: 'SIGKILL',
    signal,
  })
}

async function refuseWithoutRoom({ path, databasePath }: DataDirectory): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const needed = SPARE_BYTES + 2 * (await bytesIn(databasePath))
  if (bavail * bsize < needed)
    throw new Error(
      `${Math.round((bavail * bsize) / 1e6)} MB of disk are free; ${Math.round(needed / 1e6)} are needed.`,
    )
}

/** Size of a database folder. The log in it may be larger than all tables. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  // Files that vanish meanwhile count for nothing.
  for (const name of await readdir(folder, { recursive: true }))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  return bytes
}

/** The newest of the daily backups; null where there is none. */
export async function latestBackup(backupsPath: string): Promise<string | null> {
  const [name] = await namesIn(backupsPath, NAME)
  return name === undefined ? null : join(backupsPath, name)
}

/** Names in a folder that match a pattern, the latest first. */
async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .reverse()
}
