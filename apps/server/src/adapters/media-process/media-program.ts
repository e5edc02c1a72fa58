import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROJECT_ROOT = join(import.meta.dirname, '../../../../..')

export const MEDIA_PROGRAM_SOURCE = join(import.meta.dirname, 'media-process-main.ts')
/** The same in one file, as the build makes it: it starts in a quarter of the processor time. */
export const MEDIA_PROGRAM_BUILT = join(PROJECT_ROOT, '.build/media-process.mjs')

/** The first line of the built file, after `//`. `files` are from the project's root. */
type BuiltFrom = ReturnType<typeof builtFrom>

let chosen: string | null = null

/** The built file if it is up to date, else the source. */
export function mediaProgram(): string {
  chosen ??= isBuiltOfTheseFiles(MEDIA_PROGRAM_BUILT) ? MEDIA_PROGRAM_BUILT : MEDIA_PROGRAM_SOURCE
  return chosen
}

export function isBuiltOfTheseFiles(builtPath: string): boolean {
  try {
    const [firstLine = ''] = readFileSync(builtPath, 'utf8').split('\n', 1)
    const { files, key } = JSON.parse(firstLine.slice(2)) as BuiltFrom
    return builtFrom(files).key === key
  } catch {
    // There is none, or a file that it was built from is gone.
    return false
  }
}

/** @param files from the project's root; the lock file among them stands for the packages */
export function builtFrom(files: readonly string[]) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(PROJECT_ROOT, file)))
  return { files: [...files], key: hash.digest('hex') }
}
