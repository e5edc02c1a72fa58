import { and, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { ListedShare, ShareRecord, ShareWithClip } from '../../../ports/clips.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { type Executor, firstRow, firstWhere, hasRows, run } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { clips, downloads, shares, videos } from '../schema/clip-schema.ts'
import { clipFromRow } from './clips.ts'
import { downloadFromRow } from './downloads.ts'
import { videoFromRow } from './videos.ts'

export function createShareRecords(executor: Executor) {
  const isLive = (now: Date) =>
    and(eq(clips.status, 'completed'), gt(clips.expiresAt, now), isNull(downloads.deletedAt))

  return {
    /** Stores a share, unless its download has one. Returns whether it was stored. */
    insert: (share: Pick<ShareRecord, 'token' | 'downloadId' | 'createdAt'>): Promise<boolean> =>
      hasRows(
        executor
          .insert(shares)
          .values(share)
          .onConflictDoNothing({ target: shares.downloadId })
          .returning({ token: shares.token }),
      ),

    async find(token: string): Promise<ShareWithClip | null> {
      const [row] = await executor
        .select()
        .from(shares)
        .innerJoin(downloads, eq(downloads.id, shares.downloadId))
        .innerJoin(clips, eq(clips.id, downloads.clipId))
        .innerJoin(videos, eq(videos.id, downloads.videoId))
        .where(eq(shares.token, token))
      return row
        ? {
            share: row.shares,
            download: downloadFromRow(row.downloads),
            clip: clipFromRow(row.clips),
            video: videoFromRow(row.videos),
          }
        : null
    },

    findForDownload: (downloadId: string): Promise<ShareRecord | null> =>
      firstWhere(executor, shares, eq(shares.downloadId, downloadId)),

    /** Deletes the download's share. Returns whether there was one. */
    delete: (downloadId: string): Promise<boolean> =>
      hasRows(executor.delete(shares).where(eq(shares.downloadId, downloadId)).returning({ token: shares.token })),

    noteOpened: (token: string) =>
      run(
        executor
          .update(shares)
          .set({ opened: sql`${shares.opened} + 1` })
          .where(eq(shares.token, token)),
      ),

    /** Adds to the number of bytes that were sent on this day. */
    addSentBytes: (token: string, { day, bytes }: { day: string; bytes: number }) =>
      run(
        executor
          .update(shares)
          .set({
            sentDay: day,
            sentBytes: sql`case when ${shares.sentDay} = ${day} then ${shares.sentBytes} + ${bytes} else ${bytes}::bigint end`,
          })
          .where(eq(shares.token, token)),
      ),

    /** Shares whose clip can be watched, newest first. */
    async list(now: Date, { offset, limit }: PageRequest): Promise<RowPage<ListedShare>> {
      const rows = await executor
        .select({
          share: shares,
          download: downloads,
          clip: clips,
          video: { link: videos.link, title: videos.title },
          userName: users.name,
        })
        .from(shares)
        .innerJoin(downloads, eq(downloads.id, shares.downloadId))
        .innerJoin(clips, eq(clips.id, downloads.clipId))
        .innerJoin(videos, eq(videos.id, downloads.videoId))
        .leftJoin(users, eq(users.id, downloads.viewerId))
        .where(isLive(now))
        .orderBy(desc(shares.createdAt), shares.downloadId)
        .offset(offset)
        .limit(limit)
      const total = await firstRow(
        executor
          .select({ shares: sql<number>`count(*)::int` })
          .from(shares)
          .innerJoin(downloads, eq(downloads.id, shares.downloadId))
          .innerJoin(clips, eq(clips.id, downloads.clipId))
          .where(isLive(now)),
      )
      return {
        rows: rows.map(({ download, clip, ...row }) => ({
          ...row,
          download: downloadFromRow(download),
          clip: clipFromRow(clip),
        })),
        total: total?.shares ?? 0,
      }
    },

    /** Deletes shares of deleted clips. */
    async sweep(now: Date) {
      const liveShares = executor
        .select({ id: downloads.id })
        .from(downloads)
        .innerJoin(clips, eq(clips.id, downloads.clipId))
        .where(isLive(now))
      await executor.delete(shares).where(notInArray(shares.downloadId, liveShares))
    },
  }
}
