import { open } from 'node:fs/promises'

/** Forces a file, or the names in a folder, to disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
