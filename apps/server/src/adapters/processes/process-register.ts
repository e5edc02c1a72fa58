import { asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Processes, ProcessRecord } from '../../ports/processes.ts'
import type { Executor } from '../database/engine/executor.ts'
import { processes } from '../database/schema/process-schema.ts'

const HEARTBEAT_INTERVAL_MILLISECONDS = 5_000
/** A process without a heartbeat for this time counts as dead: it has missed three. A busy machine may miss two. */
const SILENT_SECONDS = 17
/** Processes without a heartbeat since this time count as dead. The time is that of the database's clock. */
const silentSince = sql`now() - ${sql.raw(`interval '${SILENT_SECONDS} seconds'`)}`

export interface RegisterOptions {
  describe: () => Omit<ProcessRecord, 'seenAt'>
  onError: (error: unknown) => void
  beatMilliseconds?: number
}

export interface ProcessRegister extends Processes {
  /** Writes the state of this process now, before the next heartbeat. */
  writeState(): Promise<void>
  /** Removes this process from the list and stops its heartbeat. */
  leave(): Promise<void>
}

/** Joins the list of processes in their shared database, where each writes a heartbeat every few seconds. */
export async function joinRegister(
  executor: Executor,
  { describe, onError, beatMilliseconds = HEARTBEAT_INTERVAL_MILLISECONDS }: RegisterOptions,
): Promise<ProcessRegister> {
  async function beat(): Promise<void> {
    const row = { ...describe(), seenAt: sql`now()` }
    await executor.insert(processes).values(row).onConflictDoUpdate({ target: processes.id, set: row })
    await executor.delete(processes).where(lte(processes.seenAt, silentSince))
  }

  let lastBeat: Promise<void> = beat()
  // The process is registered before it serves any request.
  await lastBeat
  const writeState = (): Promise<void> => {
    lastBeat = lastBeat.then(beat).catch(onError)
    return lastBeat
  }
  const timer = setInterval(() => void writeState(), beatMilliseconds)
  timer.unref()
  return {
    writeState,
    list: () => listAlive(executor),
    async leave() {
      clearInterval(timer)
      await lastBeat
      await executor.delete(processes).where(eq(processes.id, describe().id)).catch(onError)
    },
  }
}

/** Processes with a recent heartbeat. */
export async function listAlive(executor: Executor): Promise<ProcessRecord[]> {
  return await executor
    .select()
    .from(processes)
    .where(gt(processes.seenAt, silentSince))
    .orderBy(asc(processes.startedAt), asc(processes.id))
}

/** The list for an embedded database, which only one process can use: it contains only this process. */
export function createLoneRegister(describe: RegisterOptions['describe']): ProcessRegister {
  return {
    writeState: async () => undefined,
    list: async () => [{ ...describe(), seenAt: new Date() }],
    leave: async () => undefined,
  }
}

/** The command requires that no process of the installation runs. The message names the running ones. */
class StillRunningError extends Error {
  override name = 'StillRunningError'
  readonly code = 'still_running'
}

/** Throws StillRunningError while other processes are alive. `reason` is a sentence about the consequences. */
export async function refuseWhileRunning(executor: Executor, reason: string): Promise<void> {
  const aliveProcesses = await listAlive(executor)
  if (aliveProcesses.length === 0) return
  const names = aliveProcesses
    .map(({ role, host, processId }) => `${role} on ${host} (process ${processId})`)
    .join(', ')
  throw new StillRunningError(
    `Kerf is still running on this database: ${names}. ${reason} Stop all processes first; nothing was changed. ` +
      `One that was killed is no longer counted ${SILENT_SECONDS} seconds after its last sign of life: wait that long, or add --force if you know that it is dead.`,
  )
}
