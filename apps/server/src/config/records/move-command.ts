import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
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
import { acceptSecret, noteSecret, refuseOtherSecret } from '../../adapters/processes/agreements.ts'
import { refuseWhileRunning } from '../../adapters/processes/process-register.ts'
import type { FileStore } from '../../ports/files.ts'
import type { Settings } from '../environment/environment.ts'
import { readStorageUrl } from '../environment/storage-variables.ts'
import { connectTo, prepareQueue, type RecordPlace, refuseOtherVersion } from './open-records.ts'
import { RecordCommandError } from './run-record-command.ts'

export interface MoveOrder {
  from: RecordPlace
  to: RecordPlace
  /** From where to where finished clips go; null leaves them where they are. */
  files: { from: FileStore; to: FileStore } | null
  /** What signs sessions and seals second factors in `from`; null where nobody knows it here. */
  secret: string | null
  isForced?: boolean
}

export interface Moved {
  tables: number
  rows: number
  files: { files: number; bytes: number } | null
}

/**
 * Takes an installation along: first its files, which are known by their names and may be copied twice, then all rows in one
 * transaction. Until that ends nothing of it is in the target, so what was interrupted is simply begun again. The source is left
 * as it was. Throws TransferError: `not_empty`, `other_version`, `nothing_there`, `differs`; SecretDiffersError; and
 * StillRunningError while processes, on whatever machine, run on a PostgreSQL that is moved from.
 */
export async function moveCommand({ from, to, files, secret, isForced = false }: MoveOrder): Promise<Moved> {
  await using source = await connectTo(from)
  const { queueVersion } = await refuseOtherVersion(source)
  // The embedded database never asks: what it may have noted is older than what it was last used with.
  if (secret !== null && from.databaseUrl !== null) await refuseOtherSecret(source.executor, secret)
  // Who holds an embedded one's directory is alone with it.
  if (from.databaseUrl !== null && !isForced)
    await refuseWhileRunning(source.executor, 'What they write during the move would be lost.')
  await using target = await connectTo(to)
  await refuseUnlessEmpty(target.executor)
  await target.migrate()
  await prepareQueue(target)
  if ((await schemaState(target.executor)).queueVersion !== queueVersion)
    throw new TransferError('other_version', 'The queue is of an older version of Kerf. Run npm run migrate first.')
  const movedFiles = files && (await moveFiles(files.from, files.to))
  const loaded = await withRecords(source.executor, (chunks) =>
    target.executor.transaction(async (transaction) => {
      const rows = await loadRecords(transaction, chunks)
      if (secret !== null && to.databaseUrl !== null) await bringSecret(transaction, secret, from)
      return rows
    }),
  )
  return { ...loaded, files: movedFiles }
}

/** So that the first to start on the target does not set another secret. */
async function bringSecret(target: Executor, secret: string, from: RecordPlace): Promise<void> {
  if (from.databaseUrl === null) await acceptSecret(target, secret)
  else await noteSecret(target, secret)
}

/** Copies and compares by hash. Files already there with the same content stay, so it can be resumed. */
export async function moveFiles(from: FileStore, to: FileStore) {
  const moved = { files: 0, bytes: 0 }
  for (const { key, sizeBytes } of await from.list()) {
    const source = await hashOf(await from.read(key))
    // Its time was up while others were copied.
    if (source === null) continue
    if ((await to.stat(key))?.sizeBytes !== sizeBytes || (await hashOf(await to.read(key))) !== source) {
      await copyFile(from, to, key)
      if ((await hashOf(await to.read(key))) !== source)
        throw new TransferError('differs', `File ${key} was damaged during the move. Start again.`)
    }
    moved.files += 1
    moved.bytes += sizeBytes
  }
  return moved
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

const EMBEDDED = 'embedded'

/** Where rows go: a PostgreSQL, or back into the data directory. */
export function targetOf(to: string, settings: Settings, directory: DataDirectory): RecordPlace {
  if (to === EMBEDDED) {
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

/** Where files go: into a bucket, or another folder, made like that of a data directory. */
export async function filesOf(
  where: string,
  settings: Settings,
  directory: DataDirectory,
  secret: string | null,
): Promise<MoveOrder['files']> {
  const isMarked = where.startsWith('s3:') || settings.storage.kind === 's3'
  if (secret === null && isMarked)
    throw new RecordCommandError(
      "Set SESSION_SECRET to the installation's: a bucket is marked as belonging to those who have it.",
    )
  const from = await openFileStore(settings, directory, secret ?? '')
  if (where.startsWith('s3:')) {
    const storage = readStorageUrl(where, settings.s3Access)
    if (typeof storage === 'string') throw new RecordCommandError(`--files ${storage}.`)
    const { extraCaFile } = settings
    return { from, to: await openFileStore({ storage, fileDelivery: 'through', extraCaFile }, directory, secret ?? '') }
  }
  const folder = folderOf(where)
  await claimFolder(join(folder, 'files'), '--files')
  return { from, to: createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }) }
}

export function movedSentences(moved: Moved, to: RecordPlace, files: string | null, settings: Settings): string {
  const done = `Moved: ${moved.tables} tables, ${moved.rows} rows, each compared with what is there now.`
  const movedFiles = moved.files && `Files: ${moved.files.files}, ${moved.files.bytes} bytes, each compared.`
  const next = [
    to.databaseUrl === null ? 'Unset DATABASE_URL.' : 'Set DATABASE_URL to what you gave for --to.',
    files !== null &&
      (files.startsWith('s3:')
        ? 'Set STORAGE_URL to what you gave for --files.'
        : `Set STORAGE_URL=${pathToFileURL(join(folderOf(files), 'files')).href}, unless ${folderOf(files)} becomes the DATA_DIR.`),
    settings.sessionSecret === null
      ? `Keep ${join(settings.dataDirectory, 'secrets')}; on every other machine set SESSION_SECRET to what the file session in it says.`
      : 'Keep SESSION_SECRET as it is.',
    'The old data was not changed. Do not start Kerf on it again, and delete it when you no longer need it.',
  ]
  return [done, movedFiles, 'Before you start Kerf:', ...next.map((line) => line && `- ${line}`)]
    .filter(Boolean)
    .join('\n')
}

function folderOf(where: string): string {
  if (!where.startsWith('file:')) return resolve(where)
  const path = URL.canParse(where) && new URL(where).hostname === '' ? fileURLToPath(where) : null
  if (path === null)
    throw new RecordCommandError('--files must name a folder of this machine, like /srv/kerf or file:///srv/kerf.')
  return path
}
