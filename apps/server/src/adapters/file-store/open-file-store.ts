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

/** What lies in a data directory beside the files, by the beginnings of its names. */
const NO_FILES = /^(?:database|backups|secrets|outbox|tools|scratch|holders)/

/** Throws FileStoreError for a folder in which sweeps would delete the database, its backups and secrets with all else they do not know. */
async function refuseWhereKerfKeepsMore(path: string, dataDirectory: string): Promise<void> {
  const [place, root] = await Promise.all([realpath(path), realpath(dataDirectory).catch(() => dataDirectory)])
  const fromRoot = relative(root, place)
  const isAround = !relative(place, root).startsWith('..')
  if (!isAround && !NO_FILES.test(fromRoot)) return
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

function installationOf(secret: string): string {
  return createHmac('sha256', secret).update('whose files these are').digest('base64url')
}

interface OpeningOptions extends Pick<S3ClientOptions, 'patience'> {
  /** The store is opened without an answer of it: it is away, or says nothing in time. */
  onSilent?: (error: unknown) => void
  /** How long a start waits for the store's word. Its refusal ends the start; without a word the store is asked again on use. */
  wordMilliseconds?: number
}

const WORD_MILLISECONDS = 5000

/** Throws FileStoreError when refused or not writable. An unreachable store is opened and asked again on use. */
export async function openFileStore(
  { storage, fileDelivery, extraCaFile }: FileStoreSettings,
  directory: { filesPath: string; scratchPath: string; allScratchPath?: string },
  secret: string,
  { onSilent = () => undefined, wordMilliseconds = WORD_MILLISECONDS, patience }: OpeningOptions = {},
): Promise<FileStore> {
  const { filesPath, scratchPath, allScratchPath } = directory
  if (storage.kind === 'disk') {
    const store = createDiskFileStore({ filesPath: storage.path ?? filesPath, scratchPath, allScratchPath })
    // Every clip would be cut in vain. The folder in the data directory was looked at when that was opened.
    const { path } = storage
    if (path !== null)
      await makeFolder(path)
        .then(() => refuseWhereKerfKeepsMore(path, dirname(allScratchPath ?? scratchPath)))
        .then(() => claimFolder(path, 'STORAGE_URL'))
        .then(() => makePrivateFolder(path))
        .then(store.check)
        .catch((error: unknown) => refuseFolder(path, error))
    return store
  }
  // Loaded where it is needed: it takes a fifth of a second and 35 MB.
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
    installation: installationOf(secret),
  })
  const silence = new FileStoreError('unreachable', 'The file store has not answered yet.')
  const claiming = store.claim()
  claiming.catch(() => undefined)
  try {
    await Promise.race([
      claiming,
      delay(wordMilliseconds, undefined, { ref: false }).then(() => Promise.reject(silence)),
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
