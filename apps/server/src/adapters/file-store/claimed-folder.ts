import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStoreError } from '../../ports/files.ts'
import { isThere, makeFolder, syncPath } from '../data-directory/make-folder.ts'
import { firstForeignIn, MARK, MARK_TEXT } from '../data-directory/names-of-files.ts'
import { StorageFullError, tellingWhenFull } from './scratch-folder.ts'

/**
 * Marks a folder as Kerf's, because files that its database does not know are deleted there. A mark is written only where
 * nothing is yet, or clips of a Kerf that wrote none. Throws FileStoreError (`foreign`) elsewhere. `setting`: what names it.
 */
export async function claimFolder(path: string, setting: string): Promise<void> {
  const mark = join(path, MARK)
  await makeFolder(path)
  if (await isThere(mark)) return
  const foreign = await firstForeignIn(path)
  if (foreign !== null)
    throw new FileStoreError(
      'foreign',
      `${setting} leads to ${path}, where something of others lies already (${foreign}), and Kerf deletes what it does not know. ` +
        `Name a folder that nothing else is in, like file://${join(path, 'kerf')}.`,
    )
  const write = async (): Promise<void> => {
    await writeFile(mark, MARK_TEXT, { mode: 0o600 })
    await syncPath(path)
  }
  await tellingWhenFull(write).catch((error: unknown) => {
    // A later start marks it. What is finished can be downloaded meanwhile, and its deletion makes room.
    if (!(error instanceof StorageFullError)) throw error
  })
}
