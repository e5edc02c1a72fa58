import { randomUUID } from 'node:crypto'
import { access, chmod, constants, copyFile, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { FileStore, StoredFile } from '../../ports/files.ts'
import { filesIn } from '../data-directory/files-in.ts'
import { makeFolder, nullIfMissing, syncPath } from '../data-directory/make-folder.ts'
import { MARKER_NAME } from '../data-directory/names-of-files.ts'
import { assertFileKey, isFileKey } from './file-key.ts'
import { createScratchFolder, diskSpaceOf, withFullDiskError } from './scratch-folder.ts'

export interface DiskFileStoreOptions {
  filesPath: string
  /** Folder of unfinished files. On the file system of `filesPath`, publishing is a rename. */
  scratchPath: string
  /** Folder that also contains unfinished files of other processes; default: `scratchPath`. */
  allScratchPath?: string | undefined
}

/** Stores files on this machine's disk. Throws StorageFullError where the disk is full. */
export function createDiskFileStore({
  filesPath,
  scratchPath,
  allScratchPath = scratchPath,
}: DiskFileStoreOptions): FileStore {
  const disk = new Disk(new FSDriver({ location: filesPath, visibility: 'private' }))
  const pathOf = (key: string) => {
    assertFileKey(key)
    return join(filesPath, key)
  }

  const diskSpace = () => diskSpaceOf([filesPath, scratchPath])

  return {
    ...createScratchFolder(scratchPath, allScratchPath),

    async publish(finishedPath, key) {
      const target = pathOf(key)
      await withFullDiskError(async () => {
        await makeFolder(dirname(target))
        await chmod(finishedPath, 0o600)
        // flydrive would copy, which is slow and shows half-written files. Bytes reach the disk before the name does.
        await syncPath(finishedPath)
        await moveTo(target, finishedPath, filesPath)
        await syncPath(dirname(target))
      })
    },

    async stat(key) {
      assertFileKey(key)
      return await describeFile(disk, key)
    },

    async read(key, range) {
      const handle = await nullIfMissing(open(pathOf(key), 'r'))
      return handle?.createReadStream(range) ?? null
    },

    async delete(key) {
      assertFileKey(key)
      const file = await describeFile(disk, key)
      await disk.delete(key)
      return file?.sizeBytes ?? null
    },

    async list() {
      await makeFolder(filesPath)
      const keys: string[] = []
      for await (const { name, isFile } of filesIn(filesPath)) if (isFile && isFileKey(name)) keys.push(name)
      const files = await Promise.all(keys.map((key) => describeFile(disk, key)))
      return files.filter((file) => file !== null)
    },

    async sweepForeign(olderThan) {
      await makeFolder(filesPath)
      return await sweepForeign(filesPath, olderThan, (name) => name === MARKER_NAME || isFileKey(name))
    },

    freeBytes: async () => (await diskSpace()).freeBytes,
    diskSpace,

    async check() {
      await makeFolder(filesPath)
      await access(filesPath, constants.R_OK | constants.W_OK | constants.X_OK)
    },

    addressOf: async () => null,
    addressesOrigin: null,
  }
}

/** Moves a file. Across file systems it copies to a name that is no key, and renames the complete copy. */
async function moveTo(target: string, finishedPath: string, filesPath: string): Promise<void> {
  try {
    return await rename(finishedPath, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
  }
  const draft = join(filesPath, `.${randomUUID()}`)
  try {
    await copyFile(finishedPath, draft)
    await syncPath(draft)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
  await rm(finishedPath, { force: true })
}

async function describeFile(disk: Disk, key: string): Promise<StoredFile | null> {
  try {
    const { contentLength, lastModified } = await disk.getMetaData(key)
    return { key, sizeBytes: contentLength, modifiedAt: lastModified }
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
    if (cause?.code === 'ENOENT' || cause?.code === 'ENOTDIR') return null
    throw error
  }
}

/** Deletes entries that are not ours and were modified before `olderThan`. Deletes links, not their targets. */
async function sweepForeign(
  folder: string,
  olderThan: Date,
  isOurs: (name: string) => boolean,
): Promise<{ files: number; bytes: number }> {
  const sweptTotals = { files: 0, bytes: 0 }
  for await (const { name, path, isFile } of filesIn(folder)) {
    if (isFile && isOurs(name)) continue
    const stats = await lstat(path).catch(() => null)
    if (!stats || stats.mtimeMs >= olderThan.getTime()) continue
    await rm(path, { force: true })
    sweptTotals.files += 1
    sweptTotals.bytes += stats.size
  }
  return sweptTotals
}
