import { asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Processes, ProcessRecord } from '../../ports/processes.ts'
import type { Executor } from '../database/engine/executor.ts'
import { processes } from '../database/schema/process-schema.ts'

const BEAT_MILLISECONDS = 5_000
/** Three missed heartbeats and some margin: two may be a busy machine. */
const SILENT_SECONDS = 17
/** Processes without a heartbeat since then count as dead; by the database's clock. */
const silentSince = sql`now() - ${sql.raw(`interval '${SILENT_SECONDS} seconds'`)}`

export interface RegisterOptions {
  describe: () => Omit<ProcessRecord, 'seenAt'>
  onError: (error: unknown) => void
  beatMilliseconds?: number
}

export interface ProcessRegister extends Processes {
  /** Says now what is different, and not at the next beat. */
  tell(): Promise<void>
  /** Takes this process out of the list, and writes no more. */
  leave(): Promise<void>
}

/** The list of processes in the database that they share: each writes every few seconds that it lives. */
export async function joinRegister(
  executor: Executor,
  { describe, onError, beatMilliseconds = BEAT_MILLISECONDS }: RegisterOptions,
): Promise<ProcessRegister> {
  async function beat(): Promise<void> {
    const row = { ...describe(), seenAt: sql`now()` }
    await executor.insert(processes).values(row).onConflictDoUpdate({ target: processes.id, set: row })
    await executor.delete(processes).where(lte(processes.seenAt, silentSince))
  }

  let last: Promise<void> = beat()
  // Registered before it serves any request.
  await last
  const tell = (): Promise<void> => {
    last = last.then(beat).catch(onError)
    return last
  }
  const timer = setInterval(() => void tell(), beatMilliseconds)
  timer.unref()
  return {
    tell,
    list: () => listAlive(executor),
    async leave() {
      clearInterval(timer)
      await last
      await executor.delete(processes).where(eq(processes.id, describe().id)).catch(onError)
    },
  }
}

async function listAlive(executor: Executor): Promise<ProcessRecord[]> {
  return await executor
    .select()
    .from(processes)
    .where(gt(processes.seenAt, silentSince))
    .orderBy(asc(processes.startedAt), asc(processes.id))
}

/** Where no other process can have the database: there is one, and it lives. */
export function aloneInRegister(describe: RegisterOptions['describe']): ProcessRegister {
  return {
    tell: async () => undefined,
    list: async () => [{ ...describe(), seenAt: new Date() }],
    leave: async () => undefined,
  }
}

/** What was asked for is only done while no process of the installation runs; the message names those that do. */
class StillRunningError extends Error {
  override name = 'StillRunningError'
  readonly code = 'still_running'
}

/** Throws StillRunningError while other processes are alive; `why` says what would happen. */
export async function refuseWhileRunning(executor: Executor, why: string): Promise<void> {
  const alive = await listAlive(executor)
  if (alive.length === 0) return
  const named = alive.map(({ role, host, processId }) => `${role} on ${host} (process ${processId})`).join(', ')
  throw new StillRunningError(
    `Kerf is still running on this database: ${named}. ${why} Stop all processes first; nothing was changed. ` +
      `One that was killed is no longer counted ${SILENT_SECONDS} seconds after its last sign of life: wait that long, or add --force if you know that it is dead.`,
  )
}
