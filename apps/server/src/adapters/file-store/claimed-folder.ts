import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStoreError } from '../../ports/files.ts'
import { isThere, makeFolder, syncPath } from '../data-directory/make-folder.ts'
import { findForeignIn, MARKER_NAME, MARKER_TEXT } from '../data-directory/names-of-files.ts'
import { StorageFullError, withFullDiskError } from './scratch-folder.ts'

/**
 * Marks a folder as Kerf's, because sweeps delete all files there that the database does not know. Marks only folders
 * that are empty or contain nothing but Kerf's files; throws FileStoreError (`foreign`) for others. `setting`: name of
 * the setting that leads to the folder, for the message.
 */
export async function claimFolder(path: string, setting: string): Promise<void> {
  const markerPath = join(path, MARKER_NAME)
  await makeFolder(path)
  if (await isThere(markerPath)) return
  const foreignName = await findForeignIn(path)
  if (foreignName !== null)
    throw new FileStoreError(
      'foreign',
      `${setting} leads to ${path}, where something of others lies already (${foreignName}), and Kerf deletes what it does not know. ` +
        `Name a folder that nothing else is in, like file://${join(path, 'kerf')}.`,
    )
  const write = async (): Promise<void> => {
    await writeFile(markerPath, MARKER_TEXT, { mode: 0o600 })
    await syncPath(path)
  }
  await withFullDiskError(write).catch((error: unknown) => {
    // On a full disk, a later start writes the marker. Until then, clips can be downloaded, and their expiry frees room.
    if (!(error instanceof StorageFullError)) throw error
  })
}
