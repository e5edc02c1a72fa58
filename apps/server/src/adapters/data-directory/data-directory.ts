import { randomUUID } from 'node:crypto'
import { access, constants, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { takeExclusiveLock, takeSharedLock } from './exclusive-lock.ts'
import { isThere, makeFolder, makePrivateFolder, syncPath, unlessMissing } from './make-folder.ts'
import { firstForeignIn } from './names-of-files.ts'
import { openScratchFolder, type ScratchFolder } from './scratch-folders.ts'
import { putSecret, readSecrets, renewedSecret, storedSecret } from './stored-secret.ts'

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError'
}

/** The folder that Kerf keeps everything in, locked for this process, or for those that share it, until it is closed. */
export type DataDirectory = Awaited<ReturnType<typeof openDataDirectory>>

const FOLDERS = ['database', 'files', 'scratch', 'tools', 'outbox', 'secrets', 'backups']

/** Makes the folder if need be and takes it, for this process alone unless the database is elsewhere and the rest may be `shared`. Throws DataDirectoryError. */
export async function openDataDirectory(path: string, { shared } = { shared: false }) {
  const root = resolve(path)
  await orExplain(root, async () => {
    await makeFolder(root)
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
  })
  const notePath = join(root, 'holder.json')
  const lockPath = join(root, 'lock')
  const others = await orExplain(root, () => whatOthersLeft(root))
  if (others)
    throw new DataDirectoryError(
      `The data directory ${root} is new to Kerf, and ${others} lies there already, where Kerf deletes what it does not know. ` +
        'Set DATA_DIR to a folder that nothing else is in.',
    )
  const lock = await orExplain(root, () => (shared ? takeSharedLock(lockPath) : takeExclusiveLock(lockPath)))
  if (!lock) {
    throw new DataDirectoryError(
      `Kerf is already running on the data directory ${root} (${await describeHolder(notePath)}). ` +
        (shared
          ? 'It keeps its database there, which no other process can use. Stop it first, or give this one another DATA_DIR.'
          : 'Stop it first, or give this one another DATA_DIR.'),
    )
  }
  const note: HolderNote = { processId: process.pid, since: new Date().toISOString(), url: null }
  let own: ScratchFolder | null = null
  const allScratchPath = join(root, 'scratch')
  const preparedPath = join(root, 'database.restoring')
  try {
    await writeHolderNote(notePath, note)
    await endReplacing(root)
    for (const folder of FOLDERS) await makePrivateFolder(join(root, folder))
    if (shared) own = await openScratchFolder(allScratchPath, join(root, 'holders'))
  } catch (error) {
    lock.release()
    throw unusable(root, error)
  }
  return {
    path: root,
    databasePath: join(root, 'database'),
    filesPath: join(root, 'files'),
    /** This process' own, on the same file system as the files, so that publishing is a rename. */
    scratchPath: own?.path ?? allScratchPath,
    allScratchPath,
    toolsPath: join(root, 'tools'),
    outboxPath: join(root, 'outbox'),
    backupsPath: join(root, 'backups'),
    /** 256 random bits in hex, made on first use if it may be. Names are lower-case words with dashes. Throws SecretMissingError. */
    secret: (name: string, terms?: { mayMake: boolean }) => storedSecret(secretsIn(root), name, terms?.mayMake),
    /** On the operator's word: as `secret`, but one that is missing or too short is replaced by a new one. */
    renewSecret: (name: string) => renewedSecret(secretsIn(root), name),
    /** Stores a secret of a restored installation. A different one that was there is renamed, not used. */
    putSecret: (name: string, secret: string) => putSecret(secretsIn(root), name, secret),
    /** Empty, for a database that is to take the place of the present one. */
    async prepareDatabase(): Promise<string> {
      await rm(preparedPath, { recursive: true, force: true })
      await makeFolder(preparedPath)
      return preparedPath
    },
    /** Stores a secret that belongs to the prepared database: it takes its place together with that. */
    prepareSecret: (name: string, secret: string) => putSecret(secretsIn(preparedPath), name, secret),
    /** Puts the prepared database and its secrets in place. The former one is renamed; answers to what. */
    async replaceDatabase(): Promise<string> {
      const former = join(root, `database.before-${new Date().toISOString().replaceAll(':', '-')}`)
      // Left by one that was killed, or could not set the former database aside: it would be in the way of every later one.
      await rm(nextIn(root), { recursive: true, force: true })
      await rename(preparedPath, nextIn(root))
      await rename(join(root, 'database'), former)
      await endReplacing(root)
      return former
    },
    /** Records where this process can be reached, for the message that a second start prints. */
    announce: ({ url }: { url: string }) => writeHolderNote(notePath, { ...note, url }),
    /** Deletes the unfinished work of processes that shared the folder and have ended; returns how much of it there was. */
    sweepScratchOfDead: async () => (await own?.sweepDead()) ?? 0,
    async close(): Promise<void> {
      await forgetHolderNote(notePath, note)
      await own?.close()
      lock.release()
    },
  }
}

/** A Kerf has been here where one of these is. The lock is in no backup. */
const TRACES = ['lock', 'database', 'secrets']

/** A file that a new Kerf would sweep away, because its database does not know it; null where there is none. */
async function whatOthersLeft(root: string): Promise<string | null> {
  for (const trace of TRACES) if (await isThere(join(root, trace))) return null
  for (const folder of ['files', 'scratch']) {
    if (!(await isThere(join(root, folder)))) continue
    // Clips may be shared with other machines, or have been moved here.
    const foreign = await firstForeignIn(join(root, folder))
    if (foreign !== null) return join(folder, foreign)
  }
  return null
}

const nextIn = (root: string): string => join(root, 'database.next')

const secretsIn = (folder: string): string => join(folder, 'secrets')

/** Ends a replaceDatabase that was killed, or failed, when the former database had its new name already. */
async function endReplacing(root: string): Promise<void> {
  if (await isThere(join(root, 'database'))) return
  const next = nextIn(root)
  for (const [name, secret] of Object.entries(await readSecrets(secretsIn(next))))
    await putSecret(secretsIn(root), name, secret)
  await rm(secretsIn(next), { recursive: true, force: true })
  await unlessMissing(rename(next, join(root, 'database')))
  await syncPath(root)
}

/** What goes wrong says which folder it is about, and what to do. */
async function orExplain<T>(root: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unusable(root, error)
  }
}

function unusable(root: string, cause: unknown): unknown {
  // Whose folder it is does not matter then.
  if (['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '')) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new DataDirectoryError(
    `The data directory ${root} cannot be used: ${reason}. ` +
      'Give it to the user that runs Kerf, or set DATA_DIR to a folder that this user can write to.',
    { cause },
  )
}

/** Shown to a second process that wants the folder. Informational only. */
interface HolderNote {
  processId: number
  since: string
  url: string | null
}

async function writeHolderNote(path: string, note: HolderNote): Promise<void> {
  // Several who share the directory may write at once.
  const draft = `${path}.${randomUUID()}.new`
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 })
  await rename(draft, path)
}

async function forgetHolderNote(path: string, { processId, since }: HolderNote): Promise<void> {
  const found = await readHolderNote(path)
  if (found?.processId === processId && found.since === since) await rm(path, { force: true })
}

async function describeHolder(path: string): Promise<string> {
  const note = await readHolderNote(path)
  if (!note) return 'another process'
  const address = note.url ? `, ${note.url}` : ''
  return `process ${note.processId}, since ${note.since}${address}`
}

async function readHolderNote(path: string): Promise<HolderNote | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as HolderNote
  } catch {
    return null
  }
}
