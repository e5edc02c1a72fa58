import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports/files.ts'
import { makeFolder } from '../data-directory/make-folder.ts'
import { assertFileKey } from './file-key.ts'

/** Functions for unfinished files on this machine. `allFolder` also contains the unfinished files of other processes. */
export function createScratchFolder(
  folder: string,
  allFolder = folder,
): Pick<FileStore, 'scratchPath' | 'discard' | 'sweepScratch' | 'scratchBytes'> {
  return {
    async scratchPath(name) {
      assertFileKey(name)
      const path = join(folder, name)
      await withFullDiskError(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
      return path
    },

    async discard(unfinishedPath) {
      await rm(unfinishedPath, { force: true })
    },

    async sweepScratch(olderThan) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await sweepScratch(folder, olderThan)
    },

    async scratchBytes() {
      return (await measure(allFolder)).bytes
    },
  }
}

interface Measurement {
  files: number
  bytes: number
  lastTouched: number
}

const MISSING_FOLDER: Measurement = { files: 0, bytes: 0, lastTouched: Number.NEGATIVE_INFINITY }

/** Deletes files that were modified before `olderThan`, and folders in which nothing was modified since. */
async function sweepScratch(folder: string, olderThan: Date): Promise<{ files: number; bytes: number }> {
  const sweptTotals = { files: 0, bytes: 0 }
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const measurement = await measure(path)
    if (measurement === MISSING_FOLDER || measurement.lastTouched >= olderThan.getTime()) continue
    await rm(path, { recursive: true, force: true })
    sweptTotals.files += measurement.files
    sweptTotals.bytes += measurement.bytes
  }
  return sweptTotals
}

/** Measures a file, or a folder with everything in it. Files that vanish meanwhile count for nothing. */
async function measure(path: string): Promise<Measurement> {
  const stats = await stat(path).catch(() => null)
  if (!stats) return MISSING_FOLDER
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size, lastTouched: stats.mtimeMs }
  const names = await readdir(path).catch(() => [])
  const entries = await Promise.all(names.map((name) => measure(join(path, name))))
  return {
    files: entries.reduce((sum, { files }) => sum + files, 0),
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    lastTouched: Math.max(stats.mtimeMs, ...entries.map(({ lastTouched }) => lastTouched)),
  }
}

/** Space on the fullest of the disks that contain these folders. Creates missing folders. */
export async function diskSpaceOf(folders: readonly string[]) {
  const spaces = await Promise.all(folders.map(statSpace))
  return spaces.reduce((fullest, space) => (space.freeBytes < fullest.freeBytes ? space : fullest))
}

async function statSpace(folder: string) {
  await makeFolder(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The disk is full, or the user's quota on it is used up. `code` is the same for both. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
  readonly code = 'ENOSPC'
}

/** Runs work on the disk. Throws StorageFullError where the disk is full or the user's quota is used up. */
export async function withFullDiskError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new StorageFullError('There is no room left where files are kept.', { cause: error })
  }
}
