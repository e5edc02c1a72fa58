import type { Pool, PoolClient } from 'pg'

/** Lock on a name, held until it is disposed. */
export interface NameLock extends AsyncDisposable {
  /** Aborts when the lock is lost because its connection broke. */
  lost: AbortSignal
}

export interface NameLocks {
  tryLock(name: string): Promise<NameLock | null>
  lock(name: string): Promise<NameLock>
}

/** Hash seed that keeps these locks apart from other advisory locks. */
const HASH_SEED = 1

/** Holds names with advisory locks, each on a connection of its own. A lock ends with the process that holds it. */
export function createConnectionLocks(pool: Pool): NameLocks {
  async function lock(
    name: string,
    lockFunction: 'pg_advisory_lock' | 'pg_try_advisory_lock',
  ): Promise<NameLock | null> {
    const client = await pool.connect()
    const loss = new AbortController()
    const onTrouble = (): void => loss.abort(new Error('The connection that held the turn broke.'))
    client.on('error', onTrouble)
    client.on('end', onTrouble)
    try {
      const { rows } = await client.query(`select ${lockFunction}(hashtextextended($1, ${HASH_SEED})) as answer`, [
        name,
      ])
      // `pg_advisory_lock` waits for the lock and returns no value.
      if (lockFunction === 'pg_try_advisory_lock' && rows[0]?.answer !== true) {
        release(client, onTrouble)
        return null
      }
    } catch (error) {
      release(client, onTrouble, error as Error)
      throw error
    }
    return {
      lost: loss.signal,
      async [Symbol.asyncDispose]() {
        const unlock = client.query(`select pg_advisory_unlock(hashtextextended($1, ${HASH_SEED}))`, [name])
        // If the unlock fails, closing the connection releases the lock.
        await unlock.then(
          () => release(client, onTrouble),
          (error: Error) => release(client, onTrouble, error),
        )
      },
    }
  }
  return {
    tryLock: (name) => lock(name, 'pg_try_advisory_lock'),
    lock: async (name) => (await lock(name, 'pg_advisory_lock')) as NameLock,
  }
}

function release(client: PoolClient, onTrouble: () => void, error?: Error): void {
  client.off('error', onTrouble)
  client.off('end', onTrouble)
  client.release(error)
}

/** Holds names within this process, which is enough if no other process can open the database. */
export function createProcessLocks(): NameLocks {
  const holds = new Map<string, Promise<void>>()
  function take(name: string): NameLock {
    const end = Promise.withResolvers<void>()
    holds.set(name, end.promise)
    return {
      lost: new AbortController().signal,
      async [Symbol.asyncDispose]() {
        if (holds.get(name) === end.promise) holds.delete(name)
        end.resolve()
      },
    }
  }
  return {
    tryLock: async (name) => (holds.has(name) ? null : take(name)),
    async lock(name) {
      while (holds.has(name)) await holds.get(name)
      return take(name)
    },
  }
}
