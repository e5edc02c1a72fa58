import { and, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Records } from '../../ports.ts'
import type { Executor } from './executor.ts'
import { downloads } from './schema.ts'

export function createDownloadRecords(executor: Executor): Records['downloads'] {
  return {
    async insert(download) {
      await executor.insert(downloads).values(download)
    },

    async find(id, viewerId) {
      const [download] = await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId), isNull(downloads.deletedAt)))
      return download ?? null
    },

    async findEvenDeleted(id, viewerId) {
      const [download] = await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId)))
      return download ?? null
    },

    async listForVideo(videoId, viewerId) {
      return await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.videoId, videoId), eq(downloads.viewerId, viewerId), isNull(downloads.deletedAt)))
        .orderBy(desc(downloads.createdAt), desc(downloads.id))
    },

    async listForViewer(viewerId, { before, limit, evenDeleted = false }) {
      const older =
        before &&
        or(
          lt(downloads.createdAt, before.createdAt),
          and(eq(downloads.createdAt, before.createdAt), lt(downloads.id, before.id)),
        )
      return await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.viewerId, viewerId), evenDeleted ? undefined : isNull(downloads.deletedAt), older))
        .orderBy(desc(downloads.createdAt), desc(downloads.id))
        .limit(limit)
    },

    async findForClip(clipId, viewerId) {
      const [download] = await executor
        .select()
        .from(downloads)
        .where(and(stillWants(clipId), eq(downloads.viewerId, viewerId)))
        .orderBy(desc(downloads.createdAt), desc(downloads.id))
        .limit(1)
      return download ?? null
    },

    async listForClip(clipId) {
      return await executor.select().from(downloads).where(stillWants(clipId)).orderBy(downloads.createdAt)
    },

    async releaseUnit(id) {
      const released = await executor
        .update(downloads)
        .set({ quotaDay: null, quotaMonth: null })
        .where(and(eq(downloads.id, id), isNotNull(downloads.quotaDay)))
        .returning({ id: downloads.id })
      return released.length > 0
    },

    async update(id, change) {
      await executor.update(downloads).set(change).where(eq(downloads.id, id))
    },
  }
}

function stillWants(clipId: string) {
  return and(eq(downloads.clipId, clipId), isNull(downloads.cancelledAt), isNull(downloads.deletedAt))
}
