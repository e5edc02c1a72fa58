import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const IGNORED_NAMES = new Set(['node_modules', 'dist', '.build'])

/** Hash of the names and contents of all files under these paths, without build results. */
export async function sourceFingerprint(root: string, paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) await addPath(hash, join(root, path))
  return hash.digest('hex')
}

async function addPath(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null)
  if (!entries) {
    hash.update(`${path}\0`).update(await readFile(path))
    return
  }
  const names = entries.map((entry) => entry.name).filter((name) => !IGNORED_NAMES.has(name))
  for (const name of names.sort()) await addPath(hash, join(path, name))
}
