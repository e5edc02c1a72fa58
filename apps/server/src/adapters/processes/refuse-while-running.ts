import { asc, gt } from 'drizzle-orm'
import type { Executor } from '../database/engine/executor.ts'
import { processes } from '../database/schema/process-schema.ts'
import { SILENT_SECONDS, silentSince } from './process-register.ts'

/** What was asked for is only done while no process of the installation runs; the message names those that do. */
class StillRunningError extends Error {
  override name = 'StillRunningError'
  readonly code = 'still_running'
}

/** Throws StillRunningError while processes on this database give signs of life; `why` says what would come of it. */
export async function refuseWhileRunning(executor: Executor, why: string): Promise<void> {
  const alive = await executor
    .select()
    .from(processes)
    .where(gt(processes.seenAt, silentSince))
    .orderBy(asc(processes.startedAt), asc(processes.id))
  if (alive.length === 0) return
  const named = alive.map(({ role, host, processId }) => `${role} on ${host} (process ${processId})`).join(', ')
  throw new StillRunningError(
    `Kerf is still running on this database: ${named}. ${why} Stop all processes first; nothing was changed. ` +
      `One that was killed is no longer counted ${SILENT_SECONDS} seconds after its last sign of life: wait that long, or add --force if you know that it is dead.`,
  )
}
