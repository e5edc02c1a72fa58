import type { CleanupReport } from '@kerf/contract/admin-settings'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { SweepReport } from '../downloads/expire-clips.ts'
import { noteAction } from './note-action.ts'

export interface CleanUpDeps {
  database: Database
  clock: Clock
  /** Sweeps files when its turn has come: one at a time. */
  sweepNow: () => Promise<SweepReport>
}

/** Deletes what has expired now instead of at the next sweep, and tells what this very sweep deleted. */
export function cleanUp({ database, clock, sweepNow }: CleanUpDeps) {
  return async (by: string): Promise<CleanupReport> => {
    const { deletedFiles, freedBytes } = await sweepNow()
    const details = `${deletedFiles} files deleted, ${freedBytes} bytes freed`
    await database.transaction((records) =>
      noteAction(records, { by, at: clock.now(), action: 'cleanup_run', details }),
    )
    return { deletedFiles, freedBytes }
  }
}
