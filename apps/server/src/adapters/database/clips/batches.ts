import { and, asc, eq } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first } from '../engine/executor.ts'
import { batches, downloads } from '../schema/clip-schema.ts'
import { downloadFromRow, isNotDeleted } from './downloads.ts'

export function createBatchRecords(executor: Executor): Records['batches'] {
  return {
    async insert(batch) {
      await executor.insert(batches).values(batch)
    },

    find: (id, viewerId) =>
      first(
        executor
          .select()
          .from(batches)
          .where(and(eq(batches.id, id), eq(batches.viewerId, viewerId))),
      ),

    async listDownloads(id) {
      const rows = await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.batchId, id), isNotDeleted))
        .orderBy(asc(downloads.batchPosition))
      return rows.map(downloadFromRow)
    },
  }
}
