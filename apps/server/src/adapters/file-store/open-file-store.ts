import { createHmac } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FileStore, FileStoreError } from '../../ports/files.ts'
import { makeFolder, makePrivateFolder } from '../data-directory/make-folder.ts'
import { claimFolder } from './claimed-folder.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { S3ClientOptions, S3Settings } from './s3-client.ts'

export type StoragePlace = { kind: 'disk'; path: string | null } | ({ kind: 's3' } & S3Settings)

export interface FileStoreSettings {
  storage: StoragePlace
  fileDelivery: 'through' | 'signed'
  extraCaFile: string | null
}

/** Entries of a data directory that are not clips, by prefix of their names. */
const OTHER_ENTRIES_PATTERN = /^(?:database|backups|secrets|outbox|tools|scratch|holders)/

/** Throws FileStoreError for a folder where sweeps would delete the database, backups or secrets. */
async function refuseFolderWithOtherData(path: string, dataDirectory: string): Promise<void> {
  const [place, root] = await Promise.all([realpath(path), realpath(dataDirectory).catch(() => dataDirectory)])
  const fromRoot = relative(root, place)
  const containsDataDirectory = !relative(place, root).startsWith('..')
  if (!containsDataDirectory && !OTHER_ENTRIES_PATTERN.test(fromRoot)) return
  throw new FileStoreError(
    'foreign',
    `STORAGE_URL leads to ${path}, where Kerf keeps more than clips (${root}), and it deletes what it does not know there. ` +
      'Name a folder that nothing else is in, or unset STORAGE_URL: then clips are in DATA_DIR/files.',
  )
}

function refuseFolder(path: string | null, cause: unknown): never {
  if (cause instanceof FileStoreError) throw cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new FileStoreError(
    'denied',
    `STORAGE_URL leads to ${path}, which cannot be used: ${reason}. ` +
      'Give it to the user that runs Kerf, or name a folder that this user can write to.',
    { cause },
  )
}

function installationIdOf(secret: string): string {
  return createHmac('sha256', secret).update('whose files these are').digest('base64url')
}

interface OpeningOptions extends Pick<S3ClientOptions, 'patience'> {
  /** Called when the store was opened without its answer, because it is unreachable or slow. */
  onSilent?: (error: unknown) => void
  /** Maximum wait of a start for the store's answer. A refusal ends the start; a slow store is claimed on next use. */
  startWaitMilliseconds?: number
}

const START_TIMEOUT_MILLISECONDS = 5000

/**
 * Opens the file store of the settings. Throws FileStoreError when the store refuses or is not writable. An unreachable
 * store opens too, and is claimed on its next use.
 */
export async function openFileStore(
  { storage, fileDelivery, extraCaFile }: FileStoreSettings,
  directory: { filesPath: string; scratchPath: string; allScratchPath?: string },
  secret: string,
  { onSilent = () => undefined, startWaitMilliseconds = START_TIMEOUT_MILLISECONDS, patience }: OpeningOptions = {},
): Promise<FileStore> {
  const { filesPath, scratchPath, allScratchPath } = directory
  if (storage.kind === 'disk') {
    const store = createDiskFileStore({ filesPath: storage.path ?? filesPath, scratchPath, allScratchPath })
    // The named folder is checked at the start, before any clip is cut in vain. The default folder was checked earlier.
    const { path } = storage
    if (path !== null)
      await makeFolder(path)
        .then(() => refuseFolderWithOtherData(path, dirname(allScratchPath ?? scratchPath)))
        .then(() => claimFolder(path, 'STORAGE_URL'))
        .then(() => makePrivateFolder(path))
        .then(store.check)
        .catch((error: unknown) => refuseFolder(path, error))
    return store
  }
  // Imported only for S3, because the import takes 0.2 s and 35 MB.
  const { openS3FileStore } = await import('./s3-file-store.ts')
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  const handsOutAddresses = fileDelivery === 'signed'
  const store = await openS3FileStore({
    settings: storage,
    scratchPath,
    allScratchPath,
    extraCaPem,
    handsOutAddresses,
    ...(patience && { patience }),
    installation: installationIdOf(secret),
  })
  const timeoutError = new FileStoreError('unreachable', 'The file store has not answered yet.')
  const claiming = store.claim()
  claiming.catch(() => undefined)
  try {
    await Promise.race([
      claiming,
      delay(startWaitMilliseconds, undefined, { ref: false }).then(() => Promise.reject(timeoutError)),
    ])
  } catch (error) {
    if (!(error instanceof FileStoreError && error.trouble === 'unreachable')) {
      store.close()
      throw error
    }
    onSilent(error)
  }
  return store
}
