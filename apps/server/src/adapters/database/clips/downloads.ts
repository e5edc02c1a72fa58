import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchRecord, ClipRecord, DownloadRecord } from '../../../ports/clips.ts'
import { type Executor, firstRow, firstWhere, run } from '../engine/executor.ts'
import { batches, clips, downloads } from '../schema/clip-schema.ts'
import { clipFromRow } from './clips.ts'
import { isOlderThan } from './videos.ts'

const isNotDeleted = isNull(downloads.deletedAt)
export const isWanted = and(isNull(downloads.cancelledAt), isNotDeleted)

export function createDownloadRecords(executor: Executor) {
  // This query runs more often than all others together, so it is prepared once.
  let withClipQuery: ReturnType<typeof prepareWithClipQuery> | undefined

  return {
    async insert(download: DownloadRecord) {
      const { batch, ...columns } = download
      await executor
        .insert(downloads)
        .values({ ...columns, batchId: batch?.id ?? null, batchPosition: batch?.position ?? null })
    },

    /** null unless the download belongs to this viewer and is not deleted. */
    find: (id: string, viewerId: string) =>
      findOne(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId), isNotDeleted)),

    async findWithClip(id: string, viewerId: string): Promise<{ download: DownloadRecord; clip: ClipRecord } | null> {
      withClipQuery ??= prepareWithClipQuery(executor)
      const [row] = await withClipQuery.execute({ id, viewerId })
      return row ? { download: downloadFromRow(row.downloads), clip: clipFromRow(row.clips) } : null
    },

    findEvenDeleted: (id: string, viewerId: string) =>
      findOne(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId))),

    async listForVideo(videoId: string, viewerId: string) {
      const rows = await newestFirst(
        and(eq(downloads.videoId, videoId), eq(downloads.viewerId, viewerId), isNotDeleted),
      )
      return rows.map(downloadFromRow)
    },

    /** A viewer's downloads, newest first, from the one after `before`. */
    async listForViewer(
      viewerId: string,
      {
        before,
        limit,
        evenDeleted = false,
      }: { before?: DownloadRecord | undefined; limit: number; evenDeleted?: boolean },
    ) {
      const isOlder = before && isOlderThan(downloads, before)
      const isListed = evenDeleted ? undefined : isNotDeleted
      const rows = await newestFirst(and(eq(downloads.viewerId, viewerId), isListed, isOlder)).limit(limit)
      return rows.map(downloadFromRow)
    },

    /** This viewer's live download of a clip, requested outside batches; null if there is none. */
    findForClip: (clipId: string, viewerId: string) =>
      findOne(and(wantsClip(clipId), eq(downloads.viewerId, viewerId), isNull(downloads.batchId))),

    async countInWork(viewerId: string) {
      const [row] = await executor
        .select({ downloads: count() })
        .from(downloads)
        .innerJoin(clips, eq(clips.id, downloads.clipId))
        .where(and(eq(downloads.viewerId, viewerId), isWanted, inArray(clips.status, ['queued', 'processing'])))
      return row?.downloads ?? 0
    },

    async listForClip(clipId: string) {
      const rows = await executor.select().from(downloads).where(wantsClip(clipId)).orderBy(downloads.createdAt)
      return rows.map(downloadFromRow)
    },

    /**
     * Clears the download's quota unit and returns its current viewer, or null if it had no unit. Only one of two
     * concurrent calls returns the viewer.
     */
    async releaseUnit(id: string) {
      const noUnit = { quotaDay: null, quotaMonth: null }
      const hasUnit = and(eq(downloads.id, id), isNotNull(downloads.quotaDay))
      const release = executor.update(downloads).set(noUnit).where(hasUnit).returning({ viewerId: downloads.viewerId })
      return (await firstRow(release))?.viewerId ?? null
    },

    /** Gives a download without a quota unit one of these periods. Returns its viewer, or null if it had a unit. */
    async takeUnit(id: string, { day, month }: { day: string; month: string }) {
      const unit = { quotaDay: day, quotaMonth: month }
      const hasNone = and(eq(downloads.id, id), isNull(downloads.quotaDay))
      const taking = executor.update(downloads).set(unit).where(hasNone).returning({ viewerId: downloads.viewerId })
      return (await firstRow(taking))?.viewerId ?? null
    },

    update: (id: string, change: Partial<Pick<DownloadRecord, 'cancelledAt' | 'deletedAt' | 'subtitles'>>) =>
      run(executor.update(downloads).set(change).where(eq(downloads.id, id))),
  }

  function newestFirst(where: SQL | undefined) {
    return executor.select().from(downloads).where(where).orderBy(desc(downloads.createdAt), desc(downloads.id))
  }

  async function findOne(where: SQL | undefined): Promise<DownloadRecord | null> {
    const [row] = await newestFirst(where).limit(1)
    return row ? downloadFromRow(row) : null
  }
}

function prepareWithClipQuery(executor: Executor) {
  return executor
    .select()
    .from(downloads)
    .innerJoin(clips, eq(clips.id, downloads.clipId))
    .where(
      and(eq(downloads.id, sql.placeholder('id')), eq(downloads.viewerId, sql.placeholder('viewerId')), isNotDeleted),
    )
    .prepare('download_with_clip')
}

export function downloadFromRow(row: typeof downloads.$inferSelect): DownloadRecord {
  const { batchId, batchPosition, ...download } = row
  return { ...download, batch: batchId === null ? null : { id: batchId, position: batchPosition ?? 0 } }
}

function wantsClip(clipId: string) {
  return and(eq(downloads.clipId, clipId), isWanted)
}

export function createBatchRecords(executor: Executor) {
  return {
    insert: (batch: BatchRecord) => run(executor.insert(batches).values(batch)),

    /** null unless the batch belongs to this viewer. */
    find: (id: string, viewerId: string): Promise<BatchRecord | null> =>
      firstWhere(executor, batches, and(eq(batches.id, id), eq(batches.viewerId, viewerId))),

    /** Locks the batch's row until the transaction ends. `endedAt` is the time that `noteEnd` stored; null before. */
    lock: (id: string): Promise<{ endedAt: Date | null } | null> =>
      firstRow(executor.select({ endedAt: batches.endedAt }).from(batches).where(eq(batches.id, id)).for('update')),

    noteEnd: (id: string, endedAt: Date) => run(executor.update(batches).set({ endedAt }).where(eq(batches.id, id))),

    /** Downloads of the batch that are not deleted, by position. */
    async listDownloads(id: string) {
      const rows = await executor
        .select()
        .from(downloads)
        .where(and(eq(downloads.batchId, id), isNotDeleted))
        .orderBy(asc(downloads.batchPosition))
      return rows.map(downloadFromRow)
    },
  }
}
