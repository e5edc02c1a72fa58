import { randomUUID } from 'node:crypto'
import { access, constants, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { takeExclusiveLock, takeSharedLock } from './exclusive-lock.ts'
import { isThere, makeFolder, makePrivateFolder, nullIfMissing, syncPath } from './make-folder.ts'
import { findForeignIn } from './names-of-files.ts'
import { openScratchFolder, type ScratchFolder } from './scratch-folders.ts'
import { putSecret, readOrCreateSecret, readSecrets, renewSecret } from './stored-secret.ts'

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}

/**
 * The folder with all of Kerf's data. Until it is closed, it is locked for this process or for the processes that share
 * it.
 */
export type DataDirectory = Awaited<ReturnType<typeof openDataDirectory>>

const FOLDER_NAMES = ['database', 'files', 'scratch', 'tools', 'outbox', 'secrets', 'backups']

/**
 * Creates the folder if it is missing, and locks it. `shared` lets other processes use it too, which requires
 * DATABASE_URL. Throws DataDirectoryError.
 */
export async function openDataDirectory(path: string, { shared } = { shared: false }) {
  const root = resolve(path)
  await explainErrors(root, async () => {
    await makeFolder(root)
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  const notePath = join(root, 'holder.json')
  const lockPath = join(root, 'lock')
  const foreignFile = await explainErrors(root, () => findForeignFile(root))
  if (foreignFile)
    throw new DataDirectoryError(
      `The data directory ${root} is new to Kerf, and ${foreignFile} lies there already, where Kerf deletes what it does not know. ` +
        'Set DATA_DIR to a folder that nothing else is in.',
    )
  const lock = await explainErrors(root, () => (shared ? takeSharedLock(lockPath) : takeExclusiveLock(lockPath)))
  if (!lock) {
    throw new DataDirectoryError(
      `Kerf is already running on the data directory ${root} (${await describeHolder(notePath)}). ` +
        (shared
          ? 'It keeps its database there, which no other process can use. Stop it first, or give this one another DATA_DIR.'
          : 'Stop it first, or give this one another DATA_DIR.'),
    )
  }
  const note: HolderNote = { processId: process.pid, since: new Date().toISOString(), url: null }
  let ownScratch: ScratchFolder | null = null
  const scratchRootPath = join(root, 'scratch')
  const preparedPath = join(root, 'database.restoring')
  try {
    await writeHolderNote(notePath, note)
    await completeReplacement(root)
    for (const folder of FOLDER_NAMES) await makePrivateFolder(join(root, folder))
    if (shared) ownScratch = await openScratchFolder(scratchRootPath, join(root, 'holders'))
  } catch (error) {
    lock.release()
    throw explainedError(root, error)
  }
  return {
    path: root,
    databasePath: join(root, 'database'),
    filesPath: join(root, 'files'),
    /** Scratch folder of this process. It is on the file system of the files, so that publishing is a rename. */
    scratchPath: ownScratch?.path ?? scratchRootPath,
    allScratchPath: scratchRootPath,
    toolsPath: join(root, 'tools'),
    outboxPath: join(root, 'outbox'),
    backupsPath: join(root, 'backups'),
    /**
     * A secret of 256 random bits in hex, created on first use unless `mayMake` is false. Names are lower-case words
     * with dashes. Throws SecretMissingError.
     */
    secret: (name: string, terms?: { mayMake: boolean }) => readOrCreateSecret(secretsIn(root), name, terms?.mayMake),
    /**
     * Like `secret`, but replaces a missing or too short secret with a new one. Called only by an operator's command.
     */
    renewSecret: (name: string) => renewSecret(secretsIn(root), name),
    /** Stores a secret of a restored installation. Renames a different secret of that name. */
    putSecret: (name: string, secret: string) => putSecret(secretsIn(root), name, secret),
    /** Creates an empty folder for a database that will replace the present one. Returns its path. */
    async prepareDatabase(): Promise<string> {
      await rm(preparedPath, { recursive: true, force: true })
      await makeFolder(preparedPath)
      return preparedPath
    },
    /** Stores a secret of the prepared database. Both are put in place together. */
    prepareSecret: (name: string, secret: string) => putSecret(secretsIn(preparedPath), name, secret),
    /** Puts the prepared database and its secrets in place. Returns the new path of the former database. */
    async replaceDatabase(): Promise<string> {
      const formerPath = join(root, `database.before-${new Date().toISOString().replaceAll(':', '-')}`)
      // A call that was killed or failed may have left this folder, which would block every later call.
      await rm(nextDatabaseIn(root), { recursive: true, force: true })
      await rename(preparedPath, nextDatabaseIn(root))
      await rename(join(root, 'database'), formerPath)
      await completeReplacement(root)
      return formerPath
    },
    /** Records the URL of this process for the message that a second start prints. */
    announce: ({ url }: { url: string }) => writeHolderNote(notePath, { ...note, url }),
    /** Deletes the scratch folders of ended processes that shared the data directory. Returns their number. */
    sweepScratchOfDead: async () => (await ownScratch?.sweepDead()) ?? 0,
    async close(): Promise<void> {
      await forgetHolderNote(notePath, note)
      await ownScratch?.close()
      lock.release()
    },
  }
}

/** Names that show that Kerf has used a folder. One is enough, because a copied data directory may lack the lock. */
const USED_FOLDER_ENTRIES = ['lock', 'database', 'secrets']

/** Finds a foreign file in a folder that Kerf has never used, which a sweep would delete; null if there is none. */
async function findForeignFile(root: string): Promise<string | null> {
  for (const trace of USED_FOLDER_ENTRIES) if (await isThere(join(root, trace))) return null
  for (const folder of ['files', 'scratch']) {
    if (!(await isThere(join(root, folder)))) continue
    // Clips do not count as foreign: other machines may share them, or `move` may have put them here.
    const foreignName = await findForeignIn(join(root, folder))
    if (foreignName !== null) return join(folder, foreignName)
  }
  return null
}

const nextDatabaseIn = (root: string): string => join(root, 'database.next')

const secretsIn = (folder: string): string => join(folder, 'secrets')

/** Completes a replaceDatabase that was killed or failed after it had renamed the former database. */
async function completeReplacement(root: string): Promise<void> {
  if (await isThere(join(root, 'database'))) return
  const nextPath = nextDatabaseIn(root)
  for (const [name, secret] of Object.entries(await readSecrets(secretsIn(nextPath))))
    await putSecret(secretsIn(root), name, secret)
  await rm(secretsIn(nextPath), { recursive: true, force: true })
  await nullIfMissing(rename(nextPath, join(root, 'database')))
  await syncPath(root)
}

/** Turns errors of the work into a DataDirectoryError, which names the folder and says what to do. */
async function explainErrors<T>(root: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explainedError(root, error)
  }
}

function explainedError(root: string, cause: unknown): unknown {
  // A full disk is no fault of the folder: describe-startup-error.ts has a message for it.
  if (['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new DataDirectoryError(
    `The data directory ${root} cannot be used: ${reason}. ` +
      'Give it to the user that runs Kerf, or set DATA_DIR to a folder that this user can write to.',
    { cause },
  )
}

/** Information about the process that holds the folder, for the error message of a second process. */
interface HolderNote {
  processId: number
  since: string
  url: string | null
}

async function writeHolderNote(path: string, note: HolderNote): Promise<void> {
  // Processes that share the directory may write at the same time.
  const draft = `${path}.${randomUUID()}.new`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, path)
}

async function forgetHolderNote(path: string, { processId, since }: HolderNote): Promise<void> {
  const note = await readHolderNote(path)
  if (note?.processId === processId && note.since === since) await rm(path, { force: true })
}

async function describeHolder(path: string): Promise<string> {
  const note = await readHolderNote(path)
  if (!note) return 'another process'
  const address = note.url ? `, ${note.url}` : ''
  return `process ${note.processId}, since ${note.since}${address}`
}

/** Reads the note of the process that holds a data directory; null if there is none. */
export const readHolder = (root: string): Promise<HolderNote | null> => readHolderNote(join(root, 'holder.json'))

async function readHolderNote(path: string): Promise<HolderNote | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as HolderNote
  } catch {
    return null
  }
}
