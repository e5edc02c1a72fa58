import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import type { Executor } from '../engine/executor.ts'
import { batches, downloads } from '../schema/clip-schema.ts'
import { downloadFromRow } from './downloads.ts'

export function createBatchRecords(executor: Executor): Records['batches'] {
  return {
    async insert(batch) {
      await executor.insert(batches).values(batch)
    },

    async find(id, viewerId) {
      const [batch] = await executor
        .select()
        .from(batches)
        .where(and(eq(batches.id, id), eq(batches.viewerId, viewerId)))
      return batch ?? null
    },

    async listDownloads(id) {
      const rows = await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.batchId, id), isNull(downloads.deletedAt)))
        .orderBy(asc(downloads.batchPosition))
      return rows.map(downloadFromRow)
    },
  }
}
