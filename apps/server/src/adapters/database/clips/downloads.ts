import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { DownloadRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first, firstWhere, run } from '../engine/executor.ts'
import { batches, clips, downloads } from '../schema/clip-schema.ts'
import { clipFromRow } from './clips.ts'
import { isBefore } from './videos.ts'

const isNotDeleted = isNull(downloads.deletedAt)
export const isWanted = and(isNull(downloads.cancelledAt), isNotDeleted)

export function createDownloadRecords(executor: Executor): Records['downloads'] {
  // This query runs more often than all others together, so it is prepared once.
  let withClip: ReturnType<typeof prepareWithClip> | undefined

  return {
    async insert(download) {
      const { batch, ...columns } = download
      await executor
        .insert(downloads)
        .values({ ...columns, batchId: batch?.id ?? null, batchPosition: batch?.position ?? null })
    },

    find: (id, viewerId) => findOne(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId), isNotDeleted)),

    async findWithClip(id, viewerId) {
      withClip ??= prepareWithClip(executor)
      const [row] = await withClip.execute({ id, viewerId })
      return row ? { download: downloadFromRow(row.downloads), clip: clipFromRow(row.clips) } : null
    },

    findEvenDeleted: (id, viewerId) => findOne(and(eq(downloads.id, id), eq(downloads.viewerId, viewerId))),

    async listForVideo(videoId, viewerId) {
      const rows = await newestFirst(
        and(eq(downloads.videoId, videoId), eq(downloads.viewerId, viewerId), isNotDeleted),
      )
      return rows.map(downloadFromRow)
    },

    async listForViewer(viewerId, { before, limit, evenDeleted = false }) {
      const isOlder = before && isBefore(downloads, before)
      const isShown = evenDeleted ? undefined : isNotDeleted
      const rows = await newestFirst(and(eq(downloads.viewerId, viewerId), isShown, isOlder)).limit(limit)
      return rows.map(downloadFromRow)
    },

    findForClip: (clipId, viewerId) =>
      findOne(and(wantsClip(clipId), eq(downloads.viewerId, viewerId), isNull(downloads.batchId))),

    async countInWork(viewerId) {
      const [row] = await executor
        .select({ downloads: count() })
        .from(downloads)
        .innerJoin(clips, eq(clips.id, downloads.clipId))
        .where(and(eq(downloads.viewerId, viewerId), isWanted, inArray(clips.status, ['queued', 'processing'])))
      return row?.downloads ?? 0
    },

    async listForClip(clipId) {
      const rows = await executor.select().from(downloads).where(wantsClip(clipId)).orderBy(downloads.createdAt)
      return rows.map(downloadFromRow)
    },

    async releaseUnit(id) {
      const noUnit = { quotaDay: null, quotaMonth: null, quotaAddress: null }
      const hasUnit = and(eq(downloads.id, id), isNotNull(downloads.quotaDay))
      const release = executor.update(downloads).set(noUnit).where(hasUnit).returning({ viewerId: downloads.viewerId })
      return (await first(release))?.viewerId ?? null
    },

    update: (id, change) => run(executor.update(downloads).set(change).where(eq(downloads.id, id))),
  }

  function newestFirst(where: SQL | undefined) {
    return executor.select().from(downloads).where(where).orderBy(desc(downloads.createdAt), desc(downloads.id))
  }

  async function findOne(where: SQL | undefined): Promise<DownloadRecord | null> {
    const [row] = await newestFirst(where).limit(1)
    return row ? downloadFromRow(row) : null
  }
}

function prepareWithClip(executor: Executor) {
  return executor
    .select()
    .from(downloads)
    .innerJoin(clips, eq(clips.id, downloads.clipId))
    .where(
      and(eq(downloads.id, sql.placeholder('id')), eq(downloads.viewerId, sql.placeholder('viewerId')), isNotDeleted),
    )
    .prepare('download_with_clip')
}

function downloadFromRow(row: typeof downloads.$inferSelect): DownloadRecord {
  const { batchId, batchPosition, ...download } = row
  return { ...download, batch: batchId === null ? null : { id: batchId, position: batchPosition ?? 0 } }
}

function wantsClip(clipId: string) {
  return and(eq(downloads.clipId, clipId), isWanted)
}

export function createBatchRecords(executor: Executor): Records['batches'] {
  return {
    insert: (batch) => run(executor.insert(batches).values(batch)),

    find: (id, viewerId) => firstWhere(executor, batches, and(eq(batches.id, id), eq(batches.viewerId, viewerId))),

    lock: (id) =>
      first(executor.select({ endedAt: batches.endedAt }).from(batches).where(eq(batches.id, id)).for('update')),

    noteEnd: (id, endedAt) => run(executor.update(batches).set({ endedAt }).where(eq(batches.id, id))),

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
