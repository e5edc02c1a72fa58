import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import type { Executor } from '../../adapters/database/engine/executor.ts'
import { loadRecords, refuseUnlessEmpty } from '../../adapters/database/transfer/load-records.ts'
import { withRecords } from '../../adapters/database/transfer/read-records.ts'
import { schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import { claimFolder } from '../../adapters/file-store/claimed-folder.ts'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { openFileStore } from '../../adapters/file-store/open-file-store.ts'
import {
  acceptSecret,
  forgetMove,
  noteMove,
  noteSecret,
  refuseOtherSecret,
} from '../../adapters/processes/agreements.ts'
import { refuseWhileRunning } from '../../adapters/processes/process-register.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Settings } from '../environment/environment.ts'
import { readStorageUrl } from '../environment/storage-variables.ts'
import { connectTo, type DatabaseLocation, prepareQueue, refuseOtherVersion } from './open-records.ts'
import { RecordCommandError } from './run-record-command.ts'

export interface MoveOptions {
  from: DatabaseLocation
  to: DatabaseLocation
  /** Stores from and to which finished clips are copied; null leaves the clips in place. */
  files: { from: FileStore; to: FileStore } | null
  /** Secret of the installation in `from`; null if this machine does not have it. */
  secret: string | null
  isForced?: boolean
}

export interface MoveResult {
  tables: number
  rows: number
  files: { files: number; bytes: number } | null
  /** Whether the former database was marked as moved, so that no Kerf starts on it. */
  isMarked: boolean
}

/**
 * Moves an installation: first its files, then all rows in one transaction. The target stays empty until that
 * transaction ends, so an interrupted move can be repeated. At the end, the source is marked as moved. Throws
 * TransferError: `not_empty`, `other_version`, `nothing_there`, `differs`; SecretDiffersError; and StillRunningError
 * while processes on any machine use a PostgreSQL that is moved from.
 */
export async function moveCommand({ from, to, files, secret, isForced = false }: MoveOptions): Promise<MoveResult> {
  await using source = await connectTo(from)
  const { queueVersion } = await refuseOtherVersion(source)
  // The fingerprint in an embedded database may be outdated, because starts on it never check it.
  if (secret !== null && from.databaseUrl !== null) await refuseOtherSecret(source.executor, secret)
  // An embedded database is used only by the process that has locked its directory.
  if (from.databaseUrl !== null && !isForced)
    await refuseWhileRunning(source.executor, 'What they write during the move would be lost.')
  await using target = await connectTo(to)
  await refuseUnlessEmpty(target.executor)
  await target.migrate()
  await prepareQueue(target)
  if ((await schemaState(target.executor)).queueVersion !== queueVersion)
    throw new TransferError('other_version', 'The queue is of an older version of Kerf. Run npm run migrate first.')
  const movedFiles = files && (await moveFiles(files.from, files.to))
  const totals = await withRecords(source.executor, (chunks) =>
    target.executor.transaction(async (transaction) => {
      const rows = await loadRecords(transaction, chunks)
      await forgetMove(transaction)
      if (secret !== null && to.databaseUrl !== null) await storeFingerprint(transaction, secret, from)
      return rows
    }),
  )
  const markedMove = noteMove(source.executor, describePlace(to))
  const isMarked = await markedMove.then(
    () => true,
    () => false,
  )
  return { ...totals, files: movedFiles, isMarked }
}

/** Lets Kerf start again on a database that was moved. Returns what was done. */
export async function undoMove(location: DatabaseLocation): Promise<string> {
  await using connection = await connectTo(location)
  return (await forgetMove(connection.executor))
    ? 'Kerf starts on this database again, in the state before the move. Start it nowhere else at the same time.'
    : 'Kerf has not moved away from this database, so there is nothing to undo.'
}

/** Describes a database without user and password. */
function describePlace({ databaseUrl, folder }: DatabaseLocation): string {
  if (databaseUrl === null) return `the embedded database in ${dirname(folder)}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

/** Stores the secret's fingerprint in the target, so that its first process cannot start with another secret. */
async function storeFingerprint(target: Executor, secret: string, from: DatabaseLocation): Promise<void> {
  if (from.databaseUrl === null) await acceptSecret(target, secret)
  else await noteSecret(target, secret)
}

/** Copies files and compares their hashes. Skips files that the target already has, so that a move can be resumed. */
export async function moveFiles(from: FileStore, to: FileStore) {
  const movedTotals = { files: 0, bytes: 0 }
  for (const { key, sizeBytes } of await from.list()) {
    const sourceHash = await hashOf(await from.read(key))
    // The clip has expired during the move.
    if (sourceHash === null) continue
    if ((await to.stat(key))?.sizeBytes !== sizeBytes || (await hashOf(await to.read(key))) !== sourceHash) {
      await copyFile(from, to, key)
      if ((await hashOf(await to.read(key))) !== sourceHash)
        throw new TransferError('differs', `File ${key} was damaged during the move. Start again.`)
    }
    movedTotals.files += 1
    movedTotals.bytes += sizeBytes
  }
  return movedTotals
}

async function copyFile(from: FileStore, to: FileStore, key: string): Promise<void> {
  const content = await from.read(key)
  if (content === null) return
  const scratch = await to.scratchPath(key)
  try {
    await pipeline(content, createWriteStream(scratch, { mode: 0o600 }))
    await to.publish(scratch, key)
  } catch (error) {
    await to.discard(scratch)
    throw error
  }
}

async function hashOf(content: Readable | null): Promise<string | null> {
  if (content === null) return null
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

const EMBEDDED_TARGET = 'embedded'

/**
 * Reads the target database from `--to`: a PostgreSQL URL, or `embedded` for the data directory. Throws
 * RecordCommandError.
 */
export function readTarget(to: string, settings: Settings, directory: DataDirectory): DatabaseLocation {
  if (to === EMBEDDED_TARGET) {
    if (settings.databaseUrl === null) throw new RecordCommandError('The data is already in the embedded database.')
    return { databaseUrl: null, folder: directory.databasePath }
  }
  if (!/^postgres(ql)?:\/\/./.test(to))
    throw new RecordCommandError(
      '--to takes the address of a PostgreSQL, postgres://USER:PASSWORD@HOST/DATABASE, or embedded.',
    )
  if (to === settings.databaseUrl) throw new RecordCommandError('The data is already in that database.')
  return { databaseUrl: to, folder: null }
}

/**
 * Opens the stores for `--files`: a bucket, or a folder with the layout of a data directory. Throws RecordCommandError.
 */
export async function openStores(
  target: string,
  settings: Settings,
  directory: DataDirectory,
  secret: string | null,
): Promise<MoveOptions['files']> {
  const usesBucket = target.startsWith('s3:') || settings.storage.kind === 's3'
  if (secret === null && usesBucket)
    throw new RecordCommandError(
      "Set SESSION_SECRET to the installation's: a bucket is marked as belonging to those who have it.",
    )
  const from = await openFileStore(settings, directory, secret ?? '')
  if (target.startsWith('s3:')) {
    const storage = readStorageUrl(target, settings.s3Access)
    if (typeof storage === 'string') throw new RecordCommandError(`--files ${storage}.`)
    const { extraCaFile } = settings
    return { from, to: await openFileStore({ storage, fileDelivery: 'through', extraCaFile }, directory, secret ?? '') }
  }
  const folder = folderOf(target)
  await claimFolder(join(folder, 'files'), '--files')
  return { from, to: createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }) }
}

export function describeMoveResult(
  result: MoveResult,
  to: DatabaseLocation,
  files: string | null,
  settings: Settings,
): string {
  const summary = `Moved: ${result.tables} tables, ${result.rows} rows, each compared with what is there now.`
  const movedFiles = result.files && `Files: ${result.files.files}, ${result.files.bytes} bytes, each compared.`
  const nextSteps = [
    to.databaseUrl === null ? 'Unset DATABASE_URL.' : 'Set DATABASE_URL to what you gave for --to.',
    files !== null &&
      (files.startsWith('s3:')
        ? 'Set STORAGE_URL to what you gave for --files.'
        : `Set STORAGE_URL=${pathToFileURL(join(folderOf(files), 'files')).href}, unless ${folderOf(files)} becomes the DATA_DIR.`),
    settings.sessionSecret === null
      ? `Keep ${join(settings.dataDirectory, 'secrets')}; on every other machine set SESSION_SECRET to what the file session in it says.`
      : 'Keep SESSION_SECRET as it is.',
    result.isMarked
      ? 'Kerf no longer starts on the former database; npm run move -- --undo would allow it again. Delete the old data when you no longer need it.'
      : 'The former database could not be marked. Do not start Kerf on it, and delete it when you no longer need it.',
    'Then start Kerf, sign in as an admin, and open /admin: its first card says whether people can cut.',
  ]
  return [summary, movedFiles, 'Next:', ...nextSteps.map((line) => line && `- ${line}`)].filter(Boolean).join('\n')
}

function folderOf(target: string): string {
  if (!target.startsWith('file:')) return resolve(target)
  const path = URL.canParse(target) && new URL(target).hostname === '' ? fileURLToPath(target) : null
  if (path === null)
    throw new RecordCommandError('--files must name a folder of this machine, like /srv/kerf or file:///srv/kerf.')
  return path
}
