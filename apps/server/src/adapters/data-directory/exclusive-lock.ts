import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** Node closes a database that nothing refers to any more, and with it the lock would go: these are referred to. */
const held = new Set<DatabaseSync>()

export interface FileLock {
  release(): void
}

/**
 * Locks a file for this process, or returns null when another one has it. Node offers no file locks, so SQLite's lock
 * on an empty database is used: it is atomic, holds across containers that share the folder, and ends with the process.
 */
export function takeExclusiveLock(path: string): FileLock | null {
  return takeLock(path, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
}

/** The same lock, shared; null where another process holds it exclusively. */
export function takeSharedLock(path: string): FileLock | null {
  // A read transaction keeps others from writing, but not from reading.
  return takeLock(path, 'BEGIN; SELECT count(*) FROM sqlite_master')
}

function takeLock(path: string, statements: string): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec(statements)
    held.add(database)
    return {
      release() {
        held.delete(database)
        database.close()
      },
    }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
}
