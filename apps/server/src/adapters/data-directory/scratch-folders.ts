import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLock, takeExclusiveLock } from './exclusive-lock.ts'
import { isThere } from './make-folder.ts'

const LOCK_NAME = /^([0-9a-f-]{36})\.lock$/

export type ScratchFolder = Awaited<ReturnType<typeof openScratchFolder>>

/** The owner holds a lock in `holders`: a folder without a held lock belongs to a dead process. */
export async function openScratchFolder(scratch: string, holders: string) {
  await mkdir(holders, { recursive: true, mode: 0o700 })
  const { name, lock } = await takeName(holders)
  const path = join(scratch, name)
  await mkdir(path, { recursive: true, mode: 0o700 })

  async function isAlive(other: string): Promise<boolean> {
    return other === name || (await withLockOf(join(holders, `${other}.lock`), async () => undefined)) === 'held'
  }

  /** Deletes what processes that have ended, however they did, left behind; returns how many folders and files went. */
  async function sweepDead(): Promise<number> {
    let swept = 0
    // The lock is taken before the folder is made: a folder without one is left over.
    for (const found of await readdir(scratch)) {
      if (await isAlive(found)) continue
      await rm(join(scratch, found), { recursive: true, force: true })
      swept += 1
    }
    for (const found of await readdir(holders)) {
      const other = LOCK_NAME.exec(found)?.[1]
      const lockPath = join(holders, found)
      if (other !== undefined && other !== name) await withLockOf(lockPath, () => rm(lockPath, { force: true }))
    }
    return swept
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

async function takeName(holders: string): Promise<{ name: string; lock: FileLock }> {
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

/** Runs `work` only if nobody holds this lock: then its process has ended. */
async function withLockOf(path: string, work: () => Promise<void>): Promise<'held' | 'free' | 'none'> {
  // Asking for a lock would make the file.
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
