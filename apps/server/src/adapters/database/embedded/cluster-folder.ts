import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere, nullIfMissing, syncPath } from '../../data-directory/make-folder.ts'
import { syncTree } from './sync-tree.ts'

export type ClusterTrouble = 'database_unmarked' | 'database_unreadable' | 'database_damaged'

/** The embedded database exists and cannot be used. Its files are unchanged. The message says what to do. */
export class ClusterError extends Error {
  readonly code: ClusterTrouble

  constructor(code: ClusterTrouble, reason: string, folder: string, options?: ErrorOptions) {
    const advice =
      code === 'database_unreadable'
        ? `Give ${folder} to the user that runs Kerf.`
        : `Put the folder ${folder} back from a copy, or restore the latest backup with \`npm run restore -- latest --set-aside\`, ` +
          'which keeps what is there under a dated name. To start with an empty database, rename that folder.'
    super(`${reason} Nothing was deleted or replaced. ${advice} (${code})`, options)
    this.name = 'ClusterError'
    this.code = code
  }
}

export function clusterIn(folder: string): string {
  return join(folder, 'cluster')
}

/** Returns the path of the marker file, which is written once the first database is complete on disk. */
const markerIn = (folder: string): string => join(folder, 'made')
/** Returns the folder in which the first database is created. A folder with the final name is complete. */
const draftIn = (folder: string): string => join(folder, 'cluster.new')

/**
 * Returns whether a database exists. Completes a makeCluster that was killed. Throws ClusterError for a database that
 * lacks its marker file or another file, or cannot be read.
 */
export async function hasCluster(folder: string): Promise<boolean> {
  try {
    const isMarked = await isThere(markerIn(folder))
    const names = await readNames(clusterIn(folder))
    if (!isMarked && names.length === 0) return false
    if (!isMarked)
      throw new ClusterError(
        'database_unmarked',
        `There is a database in ${clusterIn(folder)}, but the file ${markerIn(folder)} is missing, which says that it is complete. ` +
          'If you know that it is, make that file again, empty.',
        folder,
      )
    if (names.length === 0 && (await isThere(draftIn(folder)))) await putInPlace(folder)
    await readFile(join(clusterIn(folder), 'PG_VERSION'))
    return true
  } catch (error) {
    if (error instanceof ClusterError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new ClusterError('database_damaged', `The database in ${folder} is incomplete: ${message}.`, folder, {
        cause: error,
      })
    throw new ClusterError('database_unreadable', `The database in ${folder} cannot be read: ${message}.`, folder, {
      cause: error,
    })
  }
}

/** Creates a database if there is none. `fill` writes the files into the folder that it receives. */
export async function makeCluster(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = draftIn(folder)
  // The first start was killed before any write was confirmed, so its files are deleted.
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await fill(draft)
  await syncTree(draft)
  await writeFile(markerIn(folder), '', { mode: 0o600, flush: true })
  await syncPath(folder)
  await putInPlace(folder)
}

async function putInPlace(folder: string): Promise<void> {
  await rename(draftIn(folder), clusterIn(folder))
  await syncPath(folder)
  await syncPath(dirname(folder))
}

async function readNames(folder: string): Promise<string[]> {
  return (await nullIfMissing(readdir(folder))) ?? []
}
