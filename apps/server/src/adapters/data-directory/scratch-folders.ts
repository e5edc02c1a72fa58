import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, takeExclusiveLock } from './exclusive-lock.ts'
import { isThere } from './make-folder.ts'

const LOCK_NAME_PATTERN = /^([0-9a-f-]{36})\.lock$/

export type ScratchFolder = Awaited<ReturnType<typeof openScratchFolder>>

/**
 * Creates a scratch folder for this process, which holds a lock of the same name in `holders`. A folder whose lock
 * nobody holds belongs to an ended process.
 */
export async function openScratchFolder(scratch: string, holders: string) {
  await mkdir(holders, { recursive: true, mode: 0o700 })
  const { name, lock } = await takeUniqueName(holders)
  const path = join(scratch, name)
  await mkdir(path, { recursive: true, mode: 0o700 })

  async function isAlive(owner: string): Promise<boolean> {
    return owner === name || (await withLockOf(join(holders, `${owner}.lock`), async () => undefined)) === 'held'
  }

  /** Deletes the scratch folders and the locks of ended processes. Returns the number of deleted scratch folders. */
  async function sweepDead(): Promise<number> {
    let deletedFolders = 0
    // A process takes its lock before it creates its folder, so a folder without a lock is left over.
    for (const owner of await readdir(scratch)) {
      if (await isAlive(owner)) continue
      await rm(join(scratch, owner), { recursive: true, force: true })
      deletedFolders += 1
    }
    for (const fileName of await readdir(holders)) {
      const owner = LOCK_NAME_PATTERN.exec(fileName)?.[1]
      const lockPath = join(holders, fileName)
      if (owner !== undefined && owner !== name) await withLockOf(lockPath, () => rm(lockPath, { force: true }))
    }
    return deletedFolders
  }

  return {
    path,
    sweepDead,
    async close(): Promise<void> {
      await rm(path, { recursive: true, force: true })
      await rm(join(holders, `${name}.lock`), { force: true })
      lock.release()
    },
  }
}

async function takeUniqueName(holders: string): Promise<{ name: string; lock: FileLock }> {
  for (;;) {
    const name = randomUUID()
    const path = join(holders, `${name}.lock`)
    const lock = takeExclusiveLock(path)
    if (!lock) continue
    // A concurrent sweep may have removed the file before it was locked.
    if (await isThere(path)) return { name, lock }
    lock.release()
  }
}

/** Takes the lock and runs `work`, if the lock exists and nobody holds it because its process has ended. */
async function withLockOf(path: string, work: () => Promise<void>): Promise<'held' | 'free' | 'none'> {
  // Taking a lock would create its file.
  if (!(await isThere(path))) return 'none'
  const lock = takeExclusiveLock(path)
  if (!lock) return 'held'
  try {
    await work()
  } finally {
    lock.release()
  }
  return 'free'
}
