import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROJECT_ROOT = join(import.meta.dirname, '../../../../..')

export const MEDIA_PROGRAM_SOURCE = join(import.meta.dirname, 'media-process-main.ts')
/** The program bundled in one file by the build. It starts in a quarter of the processor time. */
export const MEDIA_PROGRAM_BUILT = join(PROJECT_ROOT, '.build/media-process.mjs')

/** JSON in the first line of the built file, after `//`. Paths in `files` start at the project's root. */
type BuildInputs = ReturnType<typeof buildInputs>

let programPath: string | null = null

/** Returns the path of the built file if it is up to date, or else the path of the source. */
export function mediaProgram(): string {
  programPath ??= isUpToDate(MEDIA_PROGRAM_BUILT) ? MEDIA_PROGRAM_BUILT : MEDIA_PROGRAM_SOURCE
  return programPath
}

export function isUpToDate(builtPath: string): boolean {
  try {
    const [firstLine = ''] = readFileSync(builtPath, 'utf8').split('\n', 1)
    const { files, key } = JSON.parse(firstLine.slice(2)) as BuildInputs
    return buildInputs(files).key === key
  } catch {
    // The built file or one of its sources does not exist.
    return false
  }
}

/**
 * Returns the files that the program is built from, and a hash of their content.
 * @param files paths from the project's root. The lock file stands for the packages.
 */
export function buildInputs(files: readonly string[]) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(PROJECT_ROOT, file)))
  return { files: [...files], key: hash.digest('hex') }
}
