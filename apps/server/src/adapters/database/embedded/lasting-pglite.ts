import type { PGlite } from '@electric-sql/pglite'

type Listener = Parameters<PGlite['listen']>[1]
type Unlisten = Awaited<ReturnType<PGlite['listen']>>

interface Listening {
  channel: string
  listener: Listener
  unlisten: Unlisten
}

/** After an opening that failed, as on a disk that is still full, the next one is not tried sooner. */
const REOPEN_AFTER_MILLISECONDS = 2000

/** With a full disk PostgreSQL restarts its processes. The embedded one has none: all later statements fail. */
function hasGivenUp(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { severity, message } = cause as Error & { severity?: string }
    if (severity === 'PANIC' || severity === 'FATAL' || cause instanceof WebAssembly.RuntimeError) return true
    if (/XLogBeginInsert was already called|"pg_wal\/|^Aborted\(/.test(message)) return true
  }
  return false
}

/** The database cannot be opened again yet. `code` is PostgreSQL's own word for one that is starting. */
class NotOpenAgainError extends Error {
  readonly code = '57P03'
}

/** Reopens the embedded database after a fatal error. Commits are in its log; statements that were running fail. */
export class LastingPglite {
  readonly #open: () => Promise<PGlite>
  readonly #onGivenUp: (error: unknown) => void
  readonly #listening = new Set<Listening>()
  #current: PGlite | null
  #opening: Promise<PGlite> | null = null
  #retryAt = 0

  /** @param current open already; `open` opens another in its place */
  constructor(current: PGlite, open: () => Promise<PGlite>, onGivenUp: (error: unknown) => void) {
    this.#current = current
    this.#open = open
    this.#onGivenUp = onGivenUp
  }

  async use<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
    const pglite = this.#current ?? (await this.#reopen())
    try {
      return await work(pglite)
    } catch (error) {
      if (hasGivenUp(error) && this.#current === pglite) {
        // Left alone: ending it in order would have it write what it could not write.
        this.#current = null
        this.#onGivenUp(error)
      }
      throw error
    }
  }

  async listen(channel: string, listener: Listener): Promise<Unlisten> {
    const unlisten = await this.use((pglite) => pglite.listen(channel, listener))
    const listening = { channel, listener, unlisten }
    this.#listening.add(listening)
    return async (transaction) => {
      this.#listening.delete(listening)
      await listening.unlisten(transaction)
    }
  }

  async close(): Promise<void> {
    await this.#current?.close()
  }

  #reopen(): Promise<PGlite> {
    if (performance.now() < this.#retryAt) throw new NotOpenAgainError('The database is being opened again.')
    this.#opening ??= this.#openAndListen().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #openAndListen(): Promise<PGlite> {
    try {
      const pglite = await this.#open()
      for (const listening of this.#listening)
        listening.unlisten = await pglite.listen(listening.channel, listening.listener)
      this.#current = pglite
      return pglite
    } catch (cause) {
      this.#retryAt = performance.now() + REOPEN_AFTER_MILLISECONDS
      throw new NotOpenAgainError('The database could not be opened again.', { cause })
    }
  }
}
