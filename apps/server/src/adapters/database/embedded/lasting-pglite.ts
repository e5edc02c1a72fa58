import type { PGlite } from '@electric-sql/pglite'
import { databaseTrouble } from '../engine/database-trouble.ts'

type Listener = Parameters<PGlite['listen']>[1]
type Unlisten = Awaited<ReturnType<PGlite['listen']>>

interface Listening {
  channel: string
  listener: Listener
  unlisten: Unlisten
}

/** Shortest time before the next attempt after a failed one, for example on a disk that is still full. */
const REOPEN_AFTER_MILLISECONDS = 2000

/** On a full disk PostgreSQL restarts its processes. The embedded one has none, so all its later statements fail. */
function hasGivenUp(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { severity, message } = cause as Error & { severity?: string }
    if (severity === 'PANIC' || severity === 'FATAL' || cause instanceof WebAssembly.RuntimeError) return true
    if (/XLogBeginInsert was already called|"pg_wal\/|^Aborted\(/.test(message)) return true
  }
  return false
}

/** The database cannot be reopened yet. `code` is PostgreSQL's code for a database that is starting. */
class NotOpenAgainError extends Error {
  readonly code = '57P03'
}

export type LastingPglite = ReturnType<typeof lastingPglite>

/**
 * Reopens the embedded database after a fatal error. Its log holds all commits. Running statements fail. `first` is
 * open already, and `open` opens its replacement.
 */
export function lastingPglite(first: PGlite, open: () => Promise<PGlite>, onGivenUp: (error: unknown) => void) {
  const listenings = new Set<Listening>()
  let current: PGlite | null = first
  let reopening: Promise<PGlite> | null = null
  let retryAt = 0

  async function use<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    const pglite = current ?? (await reopen())
    try {
      return await work(pglite)
    } catch (error) {
      if (hasGivenUp(error) && current === pglite) {
        // The failed database is not closed: a close would write what the full disk refused.
        current = null
        onGivenUp(error)
      }
      // Some of these errors have no code. The new error asks the caller to retry, like those of later callers.
      if (hasGivenUp(error) && databaseTrouble(error) === null)
        throw new NotOpenAgainError('The database has given up.', { cause: error })
      throw error
    }
  }

  function reopen(): Promise<PGlite> {
    if (performance.now() < retryAt) throw new NotOpenAgainError('The database is being opened again.')
    reopening ??= openAndListen().finally(() => {
      reopening = null
    })
    return reopening
  }

  async function openAndListen(): Promise<PGlite> {
    try {
      const pglite = await open()
      for (const listening of listenings)
        listening.unlisten = await pglite.listen(listening.channel, listening.listener)
      current = pglite
      return pglite
    } catch (cause) {
      retryAt = performance.now() + REOPEN_AFTER_MILLISECONDS
      throw new NotOpenAgainError('The database could not be opened again.', { cause })
    }
  }

  return {
    use,

    async listen(channel: string, listener: Listener): Promise<Unlisten> {
      const unlisten = await use((pglite) => pglite.listen(channel, listener))
      const listening = { channel, listener, unlisten }
      listenings.add(listening)
      return async (transaction) => {
        listenings.delete(listening)
        await listening.unlisten(transaction)
      }
    },

    async close(): Promise<void> {
      await current?.close()
    },
  }
}
