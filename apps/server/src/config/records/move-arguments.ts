import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { createDiskFileStore } from '../../adapters/file-store/disk-file-store.ts'
import { openFileStore } from '../../adapters/file-store/open-file-store.ts'
import type { Settings } from '../environment/environment.ts'
import { readStorageUrl } from '../environment/storage-variables.ts'
import type { Moved, MoveOrder } from './move-command.ts'
import type { RecordPlace } from './open-records.ts'
import { RecordCommandError } from './run-record-command.ts'

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
