import { and, asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ClipRecord, ClipStatus, JobRecord } from '../../../ports/clips.ts'
import type { PageRequest } from '../../../ports/page.ts'
import { type Executor, firstRow, rowsById } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { clips, downloads, videos } from '../schema/clip-schema.ts'
import { clipFromRow } from './clips.ts'
import { isWanted } from './downloads.ts'

/** Clips as admins see them. A page of clips is read before its downloads, which avoids a join of both whole tables. */
export function createJobRecords(executor: Executor) {
  return {
    async list({ status }: { status?: ClipStatus | undefined }, { offset, limit }: PageRequest) {
      const page = await executor
        .select()
        .from(clips)
        .where(status && eq(clips.status, status))
        .orderBy(desc(clips.createdAt), desc(clips.id))
        .offset(offset)
        .limit(limit)
      return toJobRecords(page.map(clipFromRow))
    },

    /** Number of jobs, counted up to `atMost`. */
    async count({ status }: { status?: ClipStatus | undefined }, atMost?: number) {
      const matchingClips = executor
        .select({ one: sql`1`.as('one') })
        .from(clips)
        .where(status && eq(clips.status, status))
      const [result] = await executor
        .select({ total: count() })
        .from((atMost === undefined ? matchingClips : matchingClips.limit(atMost)).as('wanted'))
      return result?.total ?? 0
    },

    async find(id: string) {
      return firstRow(toJobRecords((await rowsById(executor, clips, [id])).map(clipFromRow)))
    },
  }

  async function toJobRecords(pageClips: readonly ClipRecord[]): Promise<JobRecord[]> {
    if (pageClips.length === 0) return []
    const clipIds = pageClips.map(({ id }) => id)
    const isOfPage = inArray(downloads.clipId, clipIds)
    // Each clip is represented by one download: preferably one that is not cancelled, then one of an account, then the
    // earliest.
    const firstDownloads = await executor
      .selectDistinctOn([downloads.clipId], {
        clipId: downloads.clipId,
        videoId: downloads.videoId,
        userName: users.name,
      })
      .from(downloads)
      .leftJoin(users, eq(users.id, downloads.viewerId))
      .where(isOfPage)
      .orderBy(
        asc(downloads.clipId),
        desc(sql`${isWanted}`),
        desc(sql`${users.id} is not null`),
        asc(downloads.createdAt),
        asc(downloads.id),
      )
    const counts = await executor
      .select({ clipId: downloads.clipId, viewers: countDistinct(downloads.viewerId) })
      .from(downloads)
      .where(and(isOfPage, isWanted))
      .groupBy(downloads.clipId)
    const videoIds = firstDownloads.map(({ videoId }) => videoId)
    const videoTitles = await executor
      .select({ id: videos.id, link: videos.link, title: videos.title })
      .from(videos)
      .where(inArray(videos.id, videoIds))
    return pageClips.map((clip) => {
      const download = firstDownloads.find(({ clipId }) => clipId === clip.id)
      const video = videoTitles.find(({ id }) => id === download?.videoId)
      return {
        clip,
        userName: download?.userName ?? null,
        userCount: counts.find(({ clipId }) => clipId === clip.id)?.viewers ?? 0,
        video: video ? { title: video.title, link: video.link } : null,
      }
    })
  }
}
