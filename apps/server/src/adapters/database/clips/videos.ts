import type { SourceId } from '@kerf/domain/links/link'
import { and, desc, eq, getTableColumns, inArray, lt, or, sql } from 'drizzle-orm'
import type { VideoRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first, firstWhere, rowsById, run } from '../engine/executor.ts'
import { type downloads, resolutions, videos } from '../schema/clip-schema.ts'
import { referenceKey } from './clips.ts'

const { details: _details, ...listColumns } = getTableColumns(videos)
const channel = sql<string | null>`${videos.details} ->> 'channel'`
const durationSeconds = sql<number>`(${videos.details} ->> 'durationSeconds')::double precision`

export function createVideoRecords(executor: Executor): Records['videos'] {
  return {
    insert: (video) => run(executor.insert(videos).values(video)),

    async find(id, viewerId) {
      const row = await firstWhere(executor, videos, and(eq(videos.id, id), eq(videos.viewerId, viewerId)))
      return row && videoFromRow(row)
    },

    async findMany(ids) {
      const rows = await rowsById(executor, videos, ids)
      return new Map(rows.map((row) => [row.id, videoFromRow(row)]))
    },

    async listMany(ids) {
      if (ids.length === 0) return new Map()
      const rows = await executor
        .select(listColumns)
        .from(videos)
        .where(inArray(videos.id, [...ids]))
      return new Map(rows.map((row) => [row.id, row]))
    },

    async listForViewer(viewerId, { before, limit }) {
      const isOlder = before && isBefore(videos, before)
      return executor
        .select({ ...listColumns, channel, durationSeconds })
        .from(videos)
        .where(and(eq(videos.viewerId, viewerId), isOlder))
        .orderBy(desc(videos.createdAt), desc(videos.id))
        .limit(limit)
    },

    setTrim: (id, trim) => run(executor.update(videos).set({ trim }).where(eq(videos.id, id))),
  }
}

function videoFromRow({ title: _title, ...video }: typeof videos.$inferSelect): VideoRecord {
  return video
}

export function isBefore(table: typeof videos | typeof downloads, { id, createdAt }: { id: string; createdAt: Date }) {
  return or(lt(table.createdAt, createdAt), and(eq(table.createdAt, createdAt), lt(table.id, id)))
}

export function createResolutionRecords(executor: Executor): Records['resolutions'] {
  const { video, resolvedAt } = resolutions
  const isResolutionOf = (source: SourceId, reference: string) =>
    and(eq(resolutions.source, source), eq(resolutions.referenceKey, referenceKey(reference)))
  return {
    find: (source, reference) =>
      first(executor.select({ video, resolvedAt }).from(resolutions).where(isResolutionOf(source, reference))),

    async save(source, reference, video, resolvedAt) {
      await executor
        .insert(resolutions)
        .values({ source, referenceKey: referenceKey(reference), video, resolvedAt })
        .onConflictDoUpdate({
          target: [resolutions.source, resolutions.referenceKey],
          set: { video, resolvedAt },
        })
    },

    forget: (source, reference) => run(executor.delete(resolutions).where(isResolutionOf(source, reference))),

    deleteOlderThan: (time) => run(executor.delete(resolutions).where(lt(resolutions.resolvedAt, time))),
  }
}
