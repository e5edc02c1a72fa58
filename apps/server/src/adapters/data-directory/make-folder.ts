import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder and its parents, mode 0700. Below /proc, Node's recursive mkdir would never return. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOneFolder(path)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    await makeFolder(parent)
    await makeOneFolder(path)
  }
}

const GROUP_AND_OTHERS_BITS = 0o077

/** Creates a folder like makeFolder. Closes an existing folder to other users, unless another user owns it. */
export async function makePrivateFolder(path: string): Promise<void> {
  await makeFolder(path)
  const { mode } = await stat(path)
  if (mode & GROUP_AND_OTHERS_BITS) await chmod(path, 0o700).catch(ignoreNotPermitted)
}

/** Ignores EPERM, because a mounted folder often belongs to root. Kerf makes the files in it private one by one. */
function ignoreNotPermitted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error
}

async function makeOneFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const isThere = await stat(path).then(
      (entry) => entry.isDirectory(),
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
  return (await nullIfMissing(stat(path))) !== null
}

/** Awaits a result; null for ENOENT. Throws other errors, because they do not say whether the file exists. */
export async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  return await result.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
