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

const MAIN_PATH = join(import.meta.dirname, '../../main.ts')

const BACKUP_NAME_PATTERN = /^kerf-\d{4}-\d{2}-\d{2}$/
/** Names of incomplete files from killed backups. */
const DRAFT_NAME_PATTERN = /^kerf-\d{4}-\d{2}-\d{2}\..*\.part$/
const FIRST_CHECK_DELAY_MILLISECONDS = 60_000
const CHECK_INTERVAL_MILLISECONDS = 3_600_000
const BACKUP_TIMEOUT_MILLISECONDS = 30 * 60_000
/** Free space that must remain after the copy of the database and the backup. */
const SPARE_BYTES = 256 * 1024 * 1024
const BACKUP_NICENESS = 10

export interface DailyBackupDeps {
  database: Pick<OpenDatabase, 'copyTo' | 'isUnused'>
  directory: DataDirectory
  settings: Pick<Settings, 'backupKeep' | 'sessionSecret'>
  clock: Clock
  log: Pick<Logger, 'info' | 'error'>
}

/** Writes one backup a day. Checks every hour. Does nothing on PostgreSQL or if BACKUP_KEEP is 0. */
export function startBackups(deps: DailyBackupDeps): { stop(): Promise<void> } {
  const stopController = new AbortController()
  let currentBackup: Promise<void> | null = null
  const check = (): void => {
    currentBackup ??= backUp(deps, stopController.signal)
      .then((path) => path && deps.log.info({ path }, 'backed up'))
      .catch((err: unknown) => stopController.signal.aborted || deps.log.error({ err }, 'backup failed'))
      .then(() => {
        currentBackup = null
      })
  }
  const isOn = deps.database.copyTo !== null && deps.settings.backupKeep > 0
  const timers = isOn
    ? [setTimeout(check, FIRST_CHECK_DELAY_MILLISECONDS), setInterval(check, CHECK_INTERVAL_MILLISECONDS)]
    : []
  return {
    async stop() {
      timers.forEach(clearInterval)
      stopController.abort()
      await currentBackup
    },
  }
}

/**
 * Writes the backup of the day, and deletes the oldest backups over BACKUP_KEEP. Returns its path; null if it exists or
 * there is nothing to back up.
 */
export async function backUp(deps: DailyBackupDeps, signal?: AbortSignal): Promise<string | null> {
  const { directory, clock, settings } = deps
  const path = join(directory.backupsPath, `kerf-${clock.now().toISOString().slice(0, 10)}`)
  if ((await listMatchingNames(directory.backupsPath, BACKUP_NAME_PATTERN)).some((name) => path.endsWith(name)))
    return null
  if (await deps.database.isUnused()) return null
  await refuseWithoutRoom(directory)
  // A snapshot in the embedded database would block all other statements. So another process reads a copy.
  const copyPath = join(directory.scratchPath, `backup-${randomUUID()}`)
  try {
    await deps.database.copyTo?.(join(copyPath, 'database'))
    await cp(join(directory.path, 'secrets'), join(copyPath, 'secrets'), { recursive: true })
    await runBackupCommand(path, copyPath, settings.sessionSecret, signal)
  } finally {
    await rm(copyPath, { recursive: true, force: true })
  }
  for (const name of await listMatchingNames(directory.backupsPath, DRAFT_NAME_PATTERN))
    await rm(join(directory.backupsPath, name))
  const backups = await listMatchingNames(directory.backupsPath, BACKUP_NAME_PATTERN)
  for (const name of backups.slice(settings.backupKeep)) await rm(join(directory.backupsPath, name))
  return path
}

async function runBackupCommand(
  path: string,
  dataDirectory: string,
  sessionSecret: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [command = '', ...args] = [...lowerPriorityPrefix(BACKUP_NICENESS), process.execPath, MAIN_PATH, 'backup', path]
  await promisify(execFile)(command, args, {
    env: { DATA_DIR: dataDirectory, ...(sessionSecret && { SESSION_SECRET: sessionSecret }) },
    timeout: BACKUP_TIMEOUT_MILLISECONDS,
    killSignal: 'SIGKILL',
    signal,
  })
}

async function refuseWithoutRoom({ path, databasePath }: DataDirectory): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const neededBytes = SPARE_BYTES + 2 * (await measureFolder(databasePath))
  if (bavail * bsize < neededBytes)
    throw new Error(
      `${Math.round((bavail * bsize) / 1e6)} MB of disk are free; ${Math.round(neededBytes / 1e6)} are needed.`,
    )
}

/** Size of a database folder in bytes. Its log may be larger than all tables. */
async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  // Files that disappear meanwhile are not counted.
  for (const name of await readdir(folder, { recursive: true }))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  return bytes
}

/** Path of the newest daily backup; null if there is none. */
export async function latestBackup(backupsPath: string): Promise<string | null> {
  const [name] = await listMatchingNames(backupsPath, BACKUP_NAME_PATTERN)
  return name === undefined ? null : join(backupsPath, name)
}

/** Names in a folder that match a pattern, newest first. */
async function listMatchingNames(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => pattern.test(name))
    .sort()
    .reverse()
}
