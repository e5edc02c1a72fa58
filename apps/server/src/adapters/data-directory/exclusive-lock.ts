import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
/** A read transaction keeps others from writing, but not from reading. */
const SHARED_LOCK_SQL = 'BEGIN; SELECT count(*) FROM sqlite_master'

/** Databases of the held locks. Node would close an unreferenced database, which would release its lock. */
const lockedDatabases = new Set<DatabaseSync>()

export interface FileLock {
  release(): void
}

/**
 * Locks a file for this process; null when another process holds the lock. Node offers no file locks, so this takes
 * SQLite's lock on an empty database. It is atomic, holds across containers that share the folder, and ends with the
 * process.
 */
export function takeExclusiveLock(path: string): FileLock | null {
  return takeLock(path, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
}

/** Takes the same lock together with other processes; null when another process holds it exclusively. */
export function takeSharedLock(path: string): FileLock | null {
  return takeLock(path, SHARED_LOCK_SQL)
}

/** Takes the shared lock of an existing file, and writes nothing; null when another process holds it exclusively. */
export function takeReadersLock(path: string): FileLock | null {
  return takeLock(path, SHARED_LOCK_SQL, { readOnly: true })
}

function takeLock(path: string, statements: string, { readOnly } = { readOnly: false }): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0, readOnly })
  try {
    database.exec(statements)
    lockedDatabases.add(database)
    return {
      release() {
        lockedDatabases.delete(database)
        database.close()
      },
    }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
}
