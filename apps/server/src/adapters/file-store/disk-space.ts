import { statfs } from 'node:fs/promises'
import { makeFolder } from '../data-directory/make-folder.ts'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Of the fullest disk that one of these folders is on; folders are made that are not there. */
export async function diskSpaceOf(folders: readonly string[]): Promise<DiskSpace> {
  const spaces = await Promise.all(folders.map(spaceOf))
  return spaces.reduce((fullest, space) => (space.freeBytes < fullest.freeBytes ? space : fullest))
}

async function spaceOf(folder: string): Promise<DiskSpace> {
  await makeFolder(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
