import type { Pool, PoolClient } from 'pg'

/** Held until it is disposed of. */
export interface HeldName extends AsyncDisposable {
  /** Aborts when the lock is lost because its connection broke. */
  lost: AbortSignal
}

export interface NameHolding {
  tryHold(name: string): Promise<HeldName | null>
  hold(name: string): Promise<HeldName>
}

/** So that no other advisory lock has the number of a name. */
const SEED = 1

/** By an advisory lock of a dedicated connection: it ends with its process. */
export function holdByConnection(pool: Pool): NameHolding {
  async function hold(name: string, question: 'pg_advisory_lock' | 'pg_try_advisory_lock'): Promise<HeldName | null> {
    const client = await pool.connect()
    const lost = new AbortController()
    const onTrouble = (): void => lost.abort(new Error('The connection that held the turn broke.'))
    client.on('error', onTrouble)
    client.on('end', onTrouble)
    try {
      const { rows } = await client.query(`select ${question}(hashtextextended($1, ${SEED})) as answer`, [name])
      // The waiting one answers nothing.
      if (question === 'pg_try_advisory_lock' && rows[0]?.answer !== true) {
        release(client, onTrouble)
        return null
      }
    } catch (error) {
      release(client, onTrouble, error as Error)
      throw error
    }
    return {
      lost: lost.signal,
      async [Symbol.asyncDispose]() {
        const unlocked = client.query(`select pg_advisory_unlock(hashtextextended($1, ${SEED}))`, [name])
        // Closing the connection is what surely gives it back.
        await unlocked.then(
          () => release(client, onTrouble),
          (error: Error) => release(client, onTrouble, error),
        )
      },
    }
  }
  return {
    tryHold: (name) => hold(name, 'pg_try_advisory_lock'),
    hold: async (name) => (await hold(name, 'pg_advisory_lock')) as HeldName,
  }
}

function release(client: PoolClient, onTrouble: () => void, error?: Error): void {
  client.off('error', onTrouble)
  client.off('end', onTrouble)
  client.release(error)
}

/** Where no other process can have the database. */
export function holdInProcess(): NameHolding {
  const last = new Map<string, Promise<void>>()
  function take(name: string): HeldName {
    const over = Promise.withResolvers<void>()
    last.set(name, over.promise)
    return {
      lost: new AbortController().signal,
      async [Symbol.asyncDispose]() {
        if (last.get(name) === over.promise) last.delete(name)
        over.resolve()
      },
    }
  }
  return {
    tryHold: async (name) => (last.has(name) ? null : take(name)),
    async hold(name) {
      while (last.has(name)) await last.get(name)
      return take(name)
    },
  }
}
