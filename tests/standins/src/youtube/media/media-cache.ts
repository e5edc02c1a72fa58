import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where finished media are cached between test runs: beside the installed packages, so that a clean install deletes them. */
export const CACHE_DIRECTORY = join(import.meta.dirname, '../../../../../node_modules/.cache/kerf-media')

/** What a cached directory was made from: its recipe, and the source text of everything that takes part in making it. */
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
 * Resolves when `directory` exists, filled by `make` if it was not there. It is made under another name beside it and
 * renamed when it is whole: two runs at once may both make it, the first to finish wins, and no reader ever sees half of one.
 */
export async function makeOnce(directory: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (existsSync(directory)) return
  await mkdir(dirname(directory), { recursive: true })
  const unfinished = await mkdtemp(`${directory}.making-`)
  try {
    await make(unfinished)
    await rename(unfinished, directory)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(directory)) throw error
  }
}
