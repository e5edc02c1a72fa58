import { randomUUID } from 'node:crypto'
import { type AnyColumn, and, eq, inArray, isNotNull, like, lt, ne, not, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { IP_ADDRESS_COUNT_PREFIX, type ViewerRecord } from '../../../ports/clips.ts'
import { LOCK_PERIOD } from '../clips/quota.ts'
import { type Executor, firstRow, run } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { batches, downloads, quotaUsage, videos, viewers } from '../schema/clip-schema.ts'

/** Videos, downloads and quota of a viewer. */
export function createUserDataRecords(executor: Executor) {
  return {
    /** Moves a stranger's videos, downloads and quota units to the account. */
    async move(fromViewerId: string, toAccountId: string) {
      for (const table of [videos, downloads, batches])
        await executor.update(table).set({ viewerId: toAccountId }).where(eq(table.viewerId, fromViewerId))
      const usages = await executor
        .delete(quotaUsage)
        .where(eq(quotaUsage.viewerId, fromViewerId))
        .returning({ period: quotaUsage.period, used: quotaUsage.used })
      for (const { period, used } of usages) {
        if (period === LOCK_PERIOD) continue
        await executor
          .insert(quotaUsage)
          .values({ viewerId: toAccountId, period, used })
          .onConflictDoUpdate({
            target: [quotaUsage.viewerId, quotaUsage.period],
            set: { used: sql`${quotaUsage.used} + ${used}` },
          })
      }
    },

    /** Deletes the viewer's data. The caller deletes clips that no other viewer has downloaded. */
    async delete(viewerId: string) {
      for (const table of [downloads, batches, videos, quotaUsage])
        await executor.delete(table).where(eq(table.viewerId, viewerId))
    },

    /**
     * Deletes data of deleted accounts, strangers' downloads from before `strangersBefore`, strangers' videos from
     * before `unusedBefore` without a download, old quota months, and empty batches.
     */
    async sweep({ strangersBefore, unusedBefore }: { strangersBefore: Date; unusedBefore: Date }) {
      await executor
        .delete(downloads)
        .where(and(lt(downloads.createdAt, strangersBefore), isStranger(downloads.viewerId)))
      await executor
        .delete(videos)
        .where(and(lt(videos.createdAt, unusedBefore), isStranger(videos.viewerId), isUnused))
      // Days and months sort as text. The period of the lock row sorts after them all.
      await executor.delete(quotaUsage).where(lt(quotaUsage.period, strangersBefore.toISOString().slice(0, 7)))
      for (const table of [downloads, videos] as const)
        await executor.delete(table).where(and(hasNoViewer(table.viewerId), table === videos ? isUnused : undefined))
      const isAddress = like(quotaUsage.viewerId, `${IP_ADDRESS_COUNT_PREFIX}%`)
      await executor.delete(quotaUsage).where(and(hasNoViewer(quotaUsage.viewerId), not(isAddress)))
      const countedUsage = alias(quotaUsage, 'counted')
      const countedRows = executor
        .select({ period: countedUsage.period })
        .from(countedUsage)
        .where(and(eq(countedUsage.viewerId, quotaUsage.viewerId), ne(countedUsage.period, LOCK_PERIOD)))
      await executor
        .delete(quotaUsage)
        .where(and(isAddress, eq(quotaUsage.period, LOCK_PERIOD), notExists(countedRows)))
      // A deleted download leaves its batch, and an empty batch is deleted.
      await executor
        .update(downloads)
        .set({ batchId: null, batchPosition: null })
        .where(and(isNotNull(downloads.batchId), isNotNull(downloads.deletedAt)))
      await executor
        .delete(batches)
        .where(sql`not exists (select 1 from ${downloads} where ${downloads.batchId} = ${batches.id})`)
    },
  }
}

/** Matches ids of neither a stranger nor an account. A viewer always exists before its rows. */
function hasNoViewer(viewerId: AnyColumn) {
  return sql`not exists (select 1 from ${viewers} where ${viewers.id} = ${viewerId})
    and not exists (select 1 from ${users} where ${users.id} = ${viewerId})`
}

function isStranger(viewerId: AnyColumn) {
  return sql`exists (select 1 from ${viewers} where ${viewers.id} = ${viewerId})`
}

const isUnused = sql`not exists (select 1 from ${downloads} where ${downloads.videoId} = ${videos.id})`

const { id, kind } = viewers

export function createViewerRecords(executor: Executor) {
  return {
    async create(tokenHash: string, now: Date) {
      const viewer: ViewerRecord = { id: randomUUID(), kind: 'anonymous' }
      await executor.insert(viewers).values({ ...viewer, tokenHash, createdAt: now })
      return viewer
    },

    findByTokenHash: (tokenHash: string): Promise<ViewerRecord | null> =>
      firstRow(executor.select({ id, kind }).from(viewers).where(eq(viewers.tokenHash, tokenHash))),

    delete: (id: string) => run(executor.delete(viewers).where(eq(viewers.id, id))),

    async sweep(cameBefore: Date) {
      const viewerVideos = executor.select({ id: videos.id }).from(videos).where(eq(videos.viewerId, viewers.id))
      const viewerDownloads = executor
        .select({ id: downloads.id })
        .from(downloads)
        .where(eq(downloads.viewerId, viewers.id))
      const deletedViewers = await executor
        .delete(viewers)
        .where(and(lt(viewers.createdAt, cameBefore), notExists(viewerVideos), notExists(viewerDownloads)))
        .returning({ id: viewers.id })
      const ids = deletedViewers.map(({ id }) => id)
      if (ids.length > 0) await executor.delete(quotaUsage).where(inArray(quotaUsage.viewerId, ids))
    },
  }
}
