import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const PREFIX = 'kerf-tests-'
/** Free memory that is required. All tests need far less. Containers often have less. */
const NEEDED_BYTES = 3e9
/** Age from which a folder belongs to a killed run. No run takes that long. */
const ABANDONED_FOLDER_AGE_MILLISECONDS = 3 * 60 * 60 * 1000

/**
 * Puts temporary files into memory if there is enough: a database has a thousand small files. Call it in the parent
 * process.
 */
export function keepTemporaryFilesInMemory(): void {
  if (tmpdir().startsWith(join(MEMORY_FOLDER, PREFIX)) || !hasEnoughMemory()) return
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const folder = join(MEMORY_FOLDER, name)
    if (name.startsWith(PREFIX) && isAbandoned(folder)) remove(folder)
  }
  const folder = mkdtempSync(join(MEMORY_FOLDER, PREFIX))
  // PostgreSQL does not run as root. Its user must reach its own folder in here, but not list the others.
  chmodSync(folder, 0o711)
  // Later runs reuse the unpacked browser, so it stays on disk.
  process.env.LASTING_TMPDIR = tmpdir()
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function hasEnoughMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize > NEEDED_BYTES && freemem() > NEEDED_BYTES
  } catch {
    return false
  }
}

function isAbandoned(folder: string): boolean {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > ABANDONED_FOLDER_AGE_MILLISECONDS
}

/** Removes a folder if possible. A killed run can leave a mounted disk in it, which must not stop this run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`Temporary files stay in ${folder}: ${String(error)}`)
  }
}
