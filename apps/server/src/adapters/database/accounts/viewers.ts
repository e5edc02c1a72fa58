import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, notExists } from 'drizzle-orm'
import type { ViewerRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first } from '../engine/executor.ts'
import { downloads, quotaUsage, videos, viewers } from '../schema/clip-schema.ts'

export function createViewerRecords(executor: Executor): Records['viewers'] {
  return {
    async create(tokenHash, now) {
      const viewer: ViewerRecord = { id: randomUUID(), kind: 'anonymous' }
      await executor.insert(viewers).values({ ...viewer, tokenHash, createdAt: now })
      return viewer
    },

    findByTokenHash: (tokenHash) =>
      first(
        executor.select({ id: viewers.id, kind: viewers.kind }).from(viewers).where(eq(viewers.tokenHash, tokenHash)),
      ),

    async delete(id) {
      await executor.delete(viewers).where(eq(viewers.id, id))
    },

    async sweep(cameBefore) {
      const itsVideos = executor.select({ id: videos.id }).from(videos).where(eq(videos.viewerId, viewers.id))
      const itsDownloads = executor
        .select({ id: downloads.id })
        .from(downloads)
        .where(eq(downloads.viewerId, viewers.id))
      const swept = await executor
        .delete(viewers)
        .where(and(lt(viewers.createdAt, cameBefore), notExists(itsVideos), notExists(itsDownloads)))
        .returning({ id: viewers.id })
      const ids = swept.map(({ id }) => id)
      if (ids.length > 0) await executor.delete(quotaUsage).where(inArray(quotaUsage.viewerId, ids))
    },
  }
}
