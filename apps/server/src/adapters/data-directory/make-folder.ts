import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** mkdir, `recursive`, 0700. Node's own never returns on ENOENT with an existing parent, as below /proc. */
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

const OTHERS = 0o077

/** makeFolder; one that is there is closed to others, unless it belongs to another user. */
export async function makePrivateFolder(path: string): Promise<void> {
  await makeFolder(path)
  const { mode } = await stat(path)
  if (mode & OTHERS) await chmod(path, 0o700).catch(refuseUnlessTheirs)
}

/** A mounted folder often belongs to root. What is in it is closed file by file. */
function refuseUnlessTheirs(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error
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

/** Forces a file, or the names in a folder, to disk. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

export async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== null
}

/** What there is; null where there is nothing of that name. Any other error says nothing about whether there is. */
export async function unlessMissing<T>(looking: Promise<T>): Promise<T | null> {
  return await looking.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
