import type { PGlite } from '@electric-sql/pglite'
import { databaseTrouble } from '../engine/database-trouble.ts'

type Listener = Parameters<PGlite['listen']>[1]
type Unlisten = Awaited<ReturnType<PGlite['listen']>>

interface Subscription {
  channel: string
  listener: Listener
  unlisten: Unlisten
}

/** Minimum time before the next attempt after a failed one, for example on a disk that is still full. */
const REOPEN_INTERVAL_MILLISECONDS = 2000

/**
 * Whether an error is fatal for the embedded database, so that all later statements fail. A PostgreSQL server would
 * restart its processes, for example on a full disk, but the embedded database has none.
 */
function isFatal(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { severity, message } = cause as Error & { severity?: string }
    if (severity === 'PANIC' || severity === 'FATAL' || cause instanceof WebAssembly.RuntimeError) return true
    if (/XLogBeginInsert was already called|"pg_wal\/|^Aborted\(/.test(message)) return true
  }
  return false
}

/** The database cannot be reopened yet. `code` is PostgreSQL's code for a database that is starting. */
class NotReopenedError extends Error {
  readonly code = '57P03'
}

export type ReopeningPglite = ReturnType<typeof reopeningPglite>

/**
 * Reopens the embedded database after a fatal error. Its log holds all commits. Running statements fail. `firstPglite`
 * is open already, and `open` opens its replacement.
 */
export function reopeningPglite(
  firstPglite: PGlite,
  open: () => Promise<PGlite>,
  onFatalError: (error: unknown) => void,
) {
  const subscriptions = new Set<Subscription>()
  let currentPglite: PGlite | null = firstPglite
  let reopening: Promise<PGlite> | null = null
  let retryAt = 0

  async function runQuery<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    const pglite = currentPglite ?? (await reopen())
    try {
      return await work(pglite)
    } catch (error) {
      if (isFatal(error) && currentPglite === pglite) {
        // The failed database is not closed: a close would write what the full disk refused.
        currentPglite = null
        onFatalError(error)
      }
      // Some of these errors have no code. The new error tells the caller to retry, like those of later callers.
      if (isFatal(error) && databaseTrouble(error) === null)
        throw new NotReopenedError('The database has given up.', { cause: error })
      throw error
    }
  }

  function reopen(): Promise<PGlite> {
    if (performance.now() < retryAt) throw new NotReopenedError('The database is being opened again.')
    reopening ??= openAndListen().finally(() => {
      reopening = null
    })
    return reopening
  }

  async function openAndListen(): Promise<PGlite> {
    try {
      const pglite = await open()
      for (const subscription of subscriptions)
        subscription.unlisten = await pglite.listen(subscription.channel, subscription.listener)
      currentPglite = pglite
      return pglite
    } catch (cause) {
      retryAt = performance.now() + REOPEN_INTERVAL_MILLISECONDS
      throw new NotReopenedError('The database could not be opened again.', { cause })
    }
  }

  return {
    use: runQuery,

    async listen(channel: string, listener: Listener): Promise<Unlisten> {
      const unlisten = await runQuery((pglite) => pglite.listen(channel, listener))
      const subscription = { channel, listener, unlisten }
      subscriptions.add(subscription)
      return async (transaction) => {
        subscriptions.delete(subscription)
        await subscription.unlisten(transaction)
      }
    },

    async close(): Promise<void> {
      await currentPglite?.close()
    },
  }
}
