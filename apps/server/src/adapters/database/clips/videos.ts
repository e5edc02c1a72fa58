import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import type { Executor } from '../engine/executor.ts'
import { videos } from '../schema/clip-schema.ts'

export function createVideoRecords(executor: Executor): Records['videos'] {
  return {
    async insert(video) {
      await executor.insert(videos).values(video)
    },

    async find(id, viewerId) {
      const [row] = await executor
        .select()
        .from(videos)
        .where(and(eq(videos.id, id), eq(videos.viewerId, viewerId)))
      return row ?? null
    },

    async findMany(ids) {
      if (ids.length === 0) return new Map()
      const rows = await executor
        .select()
        .from(videos)
        .where(inArray(videos.id, [...ids]))
      return new Map(rows.map((row) => [row.id, row]))
    },

    async listForViewer(viewerId, { before, limit }) {
      const older =
        before &&
        or(
          lt(videos.createdAt, before.createdAt),
          and(eq(videos.createdAt, before.createdAt), lt(videos.id, before.id)),
        )
      return executor
        .select()
        .from(videos)
        .where(and(eq(videos.viewerId, viewerId), older))
        .orderBy(desc(videos.createdAt), desc(videos.id))
        .limit(limit)
    },

    async setTrim(id, trim) {
      await executor.update(videos).set({ trim }).where(eq(videos.id, id))
    },
  }
}
