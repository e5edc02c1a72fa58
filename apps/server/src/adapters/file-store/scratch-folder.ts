import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports/files.ts'
import { assertFileKey } from './file-key.ts'
import { tellingWhenFull } from './storage-full-error.ts'
import { measure, sweepScratch } from './sweep-scratch.ts'

/**
 * Work in progress, in a folder of this machine wherever finished files are kept: what cuts may write to this folder alone. In
 * `allFolder` lies that of other processes of this machine, too.
 */
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
