import type { SourceId } from '@kerf/domain/links/source-ids'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { and, desc, eq, getTableColumns, inArray, lt, or, sql } from 'drizzle-orm'
import type { ListedVideo, OwnVideo, VideoRecord } from '../../../ports/clips.ts'
import type { ResolvedVideo } from '../../../ports/sources.ts'
import { type Executor, firstRow, firstWhere, rowsById, run } from '../engine/executor.ts'
import { type downloads, resolutions, videos } from '../schema/clip-schema.ts'
import { referenceKey } from './clips.ts'

const { details: _details, ...listColumns } = getTableColumns(videos)
const channel = sql<string | null>`${videos.details} ->> 'channel'`
const durationSeconds = sql<number>`(${videos.details} ->> 'durationSeconds')::double precision`

export function createVideoRecords(executor: Executor) {
  return {
    insert: (video: VideoRecord) => run(executor.insert(videos).values(video)),

    /** null unless the video belongs to this viewer. */
    async find(id: string, viewerId: string) {
      const row = await firstWhere(executor, videos, and(eq(videos.id, id), eq(videos.viewerId, viewerId)))
      return row && videoFromRow(row)
    },

    /** Videos by id. Unknown ids are left out. */
    async findMany(ids: readonly string[]): Promise<Map<string, VideoRecord>> {
      const rows = await rowsById(executor, videos, ids)
      return new Map(rows.map((row) => [row.id, videoFromRow(row)]))
    },

    /** Videos by id, with only the fields that lists show. */
    async listMany(ids: readonly string[]): Promise<Map<string, ListedVideo>> {
      if (ids.length === 0) return new Map()
      const rows = await executor
        .select(listColumns)
        .from(videos)
        .where(inArray(videos.id, [...ids]))
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** Lists the viewer's videos, newest first, after the video `before`. */
    async listForViewer(
      viewerId: string,
      { before, limit }: { before?: Pick<OwnVideo, 'id' | 'createdAt'> | undefined; limit: number },
    ): Promise<OwnVideo[]> {
      const isOlder = before && isOlderThan(videos, before)
      return executor
        .select({ ...listColumns, channel, durationSeconds })
        .from(videos)
        .where(and(eq(videos.viewerId, viewerId), isOlder))
        .orderBy(desc(videos.createdAt), desc(videos.id))
        .limit(limit)
    },

    setTrim: (id: string, trim: TimeRange) => run(executor.update(videos).set({ trim }).where(eq(videos.id, id))),
  }
}

export function videoFromRow({ title: _title, ...video }: typeof videos.$inferSelect): VideoRecord {
  return video
}

export function isOlderThan(
  table: typeof videos | typeof downloads,
  { id, createdAt }: { id: string; createdAt: Date },
) {
  return or(lt(table.createdAt, createdAt), and(eq(table.createdAt, createdAt), lt(table.id, id)))
}

/** Cached answers of sources, so that a repeated link or the cut needs no new lookup. */
export function createResolutionRecords(executor: Executor) {
  const { video, resolvedAt } = resolutions
  const isResolutionOf = (source: SourceId, reference: string) =>
    and(eq(resolutions.source, source), eq(resolutions.referenceKey, referenceKey(reference)))
  return {
    find: (source: SourceId, reference: string): Promise<{ video: ResolvedVideo; resolvedAt: Date } | null> =>
      firstRow(executor.select({ video, resolvedAt }).from(resolutions).where(isResolutionOf(source, reference))),

    async save(source: SourceId, reference: string, video: ResolvedVideo, resolvedAt: Date) {
      await executor
        .insert(resolutions)
        .values({ source, referenceKey: referenceKey(reference), video, resolvedAt })
        .onConflictDoUpdate({
          target: [resolutions.source, resolutions.referenceKey],
          set: { video, resolvedAt },
        })
    },

    forget: (source: SourceId, reference: string) =>
      run(executor.delete(resolutions).where(isResolutionOf(source, reference))),

    deleteOlderThan: (time: Date) => run(executor.delete(resolutions).where(lt(resolutions.resolvedAt, time))),
  }
}
