import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are not there, for their owner alone. Throws what the system says. Node's own way with
 * `recursive` never comes back where the system says ENOENT of a folder whose parent is there, as Linux does below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    await makeFolder(parent)
    await makeOne(path)
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isThere) throw error
  }
}
