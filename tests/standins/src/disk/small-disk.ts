import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAMS = { mount: 'mount', unmount: 'umount' }

/** Whether this user may mount anything. */
export function mayMount(): boolean {
  try {
    openSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}

export type SmallDisk = ReturnType<typeof openSmallDisk>

/** A disk in memory. It stays until it is removed, even after this process ends. */
export function openSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'kerf-small-disk-'))
  try {
    execFileSync(PROGRAMS.mount, ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    /** Fills the disk, except for this many bytes. */
    async fillDisk(freeBytes = 0) {
      const { bavail, bsize } = await statfs(path)
      await writeFile(ballast, new Uint8Array(Math.max(0, bavail * bsize - freeBytes)), { flag: 'a' }).catch(() => null)
    },
    makeRoom: () => rm(ballast, { force: true }),
    remove() {
      execFileSync(PROGRAMS.unmount, ['-l', path])
      rmdirSync(path)
    },
  }
}
