import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '../../data-directory/make-folder.ts'

/**
 * Number of files that are open at the same time. A database has a thousand files, which a container may not allow.
 */
const MAX_OPEN_FILES = 64

/** Forces a folder and everything in it to disk: first the files, then the folders that contain them. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]): string => join(entry.parentPath, entry.name)
  const files = entries.filter((entry) => entry.isFile()).map(pathOf)
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
  const paths = [...files, ...folders.reverse(), folder]
  for (let offset = 0; offset < paths.length; offset += MAX_OPEN_FILES)
    await Promise.all(paths.slice(offset, offset + MAX_OPEN_FILES).map(syncPath))
}
