import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Cache of finished media between test runs. It is in `node_modules`, so a clean install deletes it. */
export const CACHE_DIRECTORY = join(import.meta.dirname, '../../../../../node_modules/.cache/kerf-media')

/** A hash of everything that a cached directory is made from: its recipe, and the source text of the code. */
export async function fingerprint(recipe: object, sourceDirectories: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(recipe))
  for (const directory of sourceDirectories) {
    const names = await readdir(directory, { recursive: true })
    const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    for (const name of sources.sort()) hash.update(name).update(await readFile(join(directory, name)))
  }
  return hash.digest('hex').slice(0, 20)
}

/**
 * Makes a directory with `make`, unless it exists. `make` works in a directory with another name, which is then
 * renamed: of two runs at once, the first to finish wins, and no reader ever sees an incomplete directory.
 */
export async function makeOnce(directory: string, make: (workDirectory: string) => Promise<void>): Promise<void> {
  if (existsSync(directory)) return
  await mkdir(dirname(directory), { recursive: true })
  const workDirectory = await mkdtemp(`${directory}.making-`)
  try {
    await make(workDirectory)
    await rename(workDirectory, directory)
  } catch (error) {
    await rm(workDirectory, { recursive: true, force: true })
    if (!existsSync(directory)) throw error
  }
}
