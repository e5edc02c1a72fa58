import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath, syncTree } from './sync-tree.ts'

/** Stands beside an embedded database that was made to its end. */
const MARK = 'made'

/** Whether there is an embedded database in this folder: one that somebody has opened before. */
export async function isMadeIn(folder: string): Promise<boolean> {
  return (await stat(join(folder, MARK)).catch(() => null)) !== null
}

/** Forces everything to disk, and then says so. */
export async function markMade(folder: string): Promise<void> {
  await syncTree(folder)
  const handle = await open(join(folder, MARK), 'w', 0o600)
  await handle.sync()
  await handle.close()
  await syncPath(folder)
  await syncPath(dirname(folder))
}
