import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports/files.ts'
import { makeFolder } from '../data-directory/make-folder.ts'
import { assertFileKey } from './file-key.ts'

/** Unfinished files, always on this machine. `allFolder` also contains those of its other processes. */
export function scratchFolder(
  folder: string,
  allFolder = folder,
): Pick<FileStore, 'scratchPath' | 'discard' | 'sweepScratch' | 'scratchBytes'> {
  return {
    async scratchPath(name) {
      assertFileKey(name)
      const path = join(folder, name)
      await tellingWhenFull(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
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

interface Measured {
  files: number
  bytes: number
  lastTouched: number
}

const GONE: Measured = { files: 0, bytes: 0, lastTouched: Number.NEGATIVE_INFINITY }

/** Deletes what was last touched before that time; a folder only when nothing in it was touched since. */
async function sweepScratch(folder: string, olderThan: Date): Promise<{ files: number; bytes: number }> {
  const swept = { files: 0, bytes: 0 }
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await measure(path)
    if (found === GONE || found.lastTouched >= olderThan.getTime()) continue
    await rm(path, { recursive: true, force: true })
    swept.files += found.files
    swept.bytes += found.bytes
  }
  return swept
}

/** A file, or a folder with all that is in it. What goes meanwhile is as if it had not been there. */
async function measure(path: string): Promise<Measured> {
  const facts = await stat(path).catch(() => null)
  if (!facts) return GONE
  if (!facts.isDirectory()) return { files: 1, bytes: facts.size, lastTouched: facts.mtimeMs }
  const names = await readdir(path).catch(() => [])
  const inside = await Promise.all(names.map((name) => measure(join(path, name))))
  return {
    files: inside.reduce((sum, { files }) => sum + files, 0),
    bytes: inside.reduce((sum, { bytes }) => sum + bytes, 0),
    lastTouched: Math.max(facts.mtimeMs, ...inside.map(({ lastTouched }) => lastTouched)),
  }
}

/** Of the fullest disk that one of these folders is on; folders are made that are not there. */
export async function diskSpaceOf(folders: readonly string[]) {
  const spaces = await Promise.all(folders.map(spaceOf))
  return spaces.reduce((fullest, space) => (space.freeBytes < fullest.freeBytes ? space : fullest))
}

async function spaceOf(folder: string) {
  await makeFolder(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The disk has no room left, or the user's share of it is used up; `code` is the same for both. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'
  readonly code = 'ENOSPC'
}

/** Runs work on the disk and says it in one way when the disk is full. */
export async function tellingWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw new StorageFullError('There is no room left where files are kept.', { cause: error })
  }
}
