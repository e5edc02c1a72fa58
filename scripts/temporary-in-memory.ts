import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'kerf-tests-'
/** Far more than all tests ever have at once. Containers often have little of it. */
const NEEDED_BYTES = 3e9
/** No run takes that long: what is older was left behind by one that was killed. */
const ABANDONED_MILLISECONDS = 3 * 60 * 60 * 1000

/**
 * Where the tests of this run, and all processes they start, put what they throw away: in memory if there is plenty of it. An
 * empty database is a thousand small files, and to make and remove those on a disk takes twice the work of all else it does
 * at its start. Call it in the process that starts the others; the folder goes when that one ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (tmpdir().startsWith(join(MEMORY, PREFIX)) || !hasPlenty()) return
  for (const name of readdirSync(MEMORY)) {
    const folder = join(MEMORY, name)
    if (name.startsWith(PREFIX) && isAbandoned(folder)) remove(folder)
  }
  const folder = mkdtempSync(join(MEMORY, PREFIX))
  // What the tests run as somebody else, a PostgreSQL that refuses root, finds its own folder in it; nobody can list them.
  chmodSync(folder, 0o711)
  // The browser of the tests stays unpacked where it is, from run to run.
  process.env.LASTING_TMPDIR = tmpdir()
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function hasPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES && freemem() > NEEDED_BYTES
  } catch {
    return false
  }
}

function isAbandoned(folder: string): boolean {
  const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
  return Date.now() - mtimeMs > ABANDONED_MILLISECONDS
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
