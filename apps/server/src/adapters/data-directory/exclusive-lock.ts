import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a file that somebody else has locked. */
const SQLITE_BUSY = 5

/** Node closes a database that nothing refers to any more, and with it the lock would go: these are referred to. */
const held = new Set<DatabaseSync>()

export interface FileLock {
  release(): void
}

/**
 * Locks a file for this process alone, or answers null when somebody else has it. SQLite's own lock on an empty database
 * is borrowed, since Node has no other way to ask the kernel for one: it is granted to one of any number who ask at the
 * same instant, holds across containers that share the folder, and ends with the process, however that ends. So there is
 * never a stale one, and no process id to be mistaken for another's.
 */
export function takeExclusiveLock(path: string): FileLock | null {
  return takeLock(path, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
}

/** The same lock, held together with others who share it; null where somebody has it for themselves alone. */
export function takeSharedLock(path: string): FileLock | null {
  // A transaction that has read something keeps others from writing, and nobody from reading.
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
