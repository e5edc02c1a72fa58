import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { VideoRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import type { Executor } from '../executor.ts'
import { videos } from './clip-schema.ts'
import { rangeFromColumns, rangeToColumns } from './range-columns.ts'

export function createVideoRecords(executor: Executor): Records['videos'] {
  return {
    async insert({ range, ...video }) {
      await executor.insert(videos).values({ ...video, ...rangeToColumns(range) })
    },

    async find(id, viewerId) {
      const [row] = await executor
        .select()
        .from(videos)
        .where(and(eq(videos.id, id), eq(videos.viewerId, viewerId)))
      return row ? toRecord(row) : null
    },

    async findMany(ids) {
      if (ids.length === 0) return new Map()
      const rows = await executor
        .select()
        .from(videos)
        .where(inArray(videos.id, [...ids]))
      return new Map(rows.map((row) => [row.id, toRecord(row)]))
    },

    async listForViewer(viewerId, { before, limit }) {
      const older =
        before &&
        or(
          lt(videos.createdAt, before.createdAt),
          and(eq(videos.createdAt, before.createdAt), lt(videos.id, before.id)),
        )
      const rows = await executor
        .select()
        .from(videos)
        .where(and(eq(videos.viewerId, viewerId), older))
        .orderBy(desc(videos.createdAt), desc(videos.id))
        .limit(limit)
      return rows.map(toRecord)
    },

    async setRange(id, range) {
      await executor.update(videos).set(rangeToColumns(range)).where(eq(videos.id, id))
    },
  }
}

function toRecord(row: typeof videos.$inferSelect): VideoRecord {
  const { startMilliseconds, endMilliseconds, ...video } = row
  return { ...video, range: rangeFromColumns({ startMilliseconds, endMilliseconds }) }
}
