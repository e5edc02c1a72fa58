import { and, asc, count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ClipRecord, JobRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first, rowsById } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { clips, downloads, videos } from '../schema/clip-schema.ts'
import { clipFromRow } from './clips.ts'
import { isWanted } from './downloads.ts'

/** Clips as admins see them. First the page, then who wants what is on it: so many clips never meet so many downloads. */
export function createJobRecords(executor: Executor): Records['jobs'] {
  return {
    async list({ status }, { offset, limit }) {
      const page = await executor
        .select()
        .from(clips)
        .where(status && eq(clips.status, status))
        .orderBy(desc(clips.createdAt), desc(clips.id))
        .offset(offset)
        .limit(limit)
      return withPeople(page.map(clipFromRow))
    },

    async count({ status }, atMost) {
      const wanted = executor
        .select({ one: sql`1`.as('one') })
        .from(clips)
        .where(status && eq(clips.status, status))
      const [counted] = await executor
        .select({ total: count() })
        .from((atMost === undefined ? wanted : wanted.limit(atMost)).as('wanted'))
      return counted?.total ?? 0
    },

    async find(id) {
      return first(withPeople((await rowsById(executor, clips, [id])).map(clipFromRow)))
    },
  }

  async function withPeople(found: readonly ClipRecord[]): Promise<JobRecord[]> {
    if (found.length === 0) return []
    const clipIds = found.map(({ id }) => id)
    const those = inArray(downloads.clipId, clipIds)
    // Those who still want it before those who did, people with a name before strangers, and then who came first.
    const firsts = await executor
      .selectDistinctOn([downloads.clipId], {
        clipId: downloads.clipId,
        videoId: downloads.videoId,
        userName: users.name,
      })
      .from(downloads)
      .leftJoin(users, eq(users.id, downloads.viewerId))
      .where(those)
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
      .where(and(those, isWanted))
      .groupBy(downloads.clipId)
    const videoIds = firsts.map(({ videoId }) => videoId)
    const named = await executor
      .select({ id: videos.id, link: videos.link, title: videos.title })
      .from(videos)
      .where(inArray(videos.id, videoIds))
    return found.map((clip) => {
      const first = firsts.find(({ clipId }) => clipId === clip.id)
      const video = named.find(({ id }) => id === first?.videoId)
      return {
        clip,
        userName: first?.userName ?? null,
        userCount: counts.find(({ clipId }) => clipId === clip.id)?.viewers ?? 0,
        video: video ? { title: video.title, link: video.link } : null,
      }
    })
  }
}
