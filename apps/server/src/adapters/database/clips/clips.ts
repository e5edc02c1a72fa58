import { createHash } from 'node:crypto'
import { deletedFrom } from '@kerf/domain/jobs/retention'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm'
import type { ClipRecord, ClipRequest } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import { type Executor, isTakenIn, meetsAny, rowsById } from '../engine/executor.ts'
import { clips } from '../schema/clip-schema.ts'

type ClipRow = typeof clips.$inferSelect

export function createClipRecords(executor: Executor): Records['clips'] {
  return {
    findLive: (request, now) => findOne(executor.select().from(clips).where(isLiveFor(request, now)).for('update')),

    isLive: async (request, now) => (await executor.$count(clips, isLiveFor(request, now))) > 0,

    async insert(clip) {
      await supersedeExpired(clip, clip.createdAt)
      const target = [clips.source, clips.referenceKey, clips.ranges, clips.quality, clips.format, clips.options]
      const row = { ...clip, referenceKey: referenceKey(clip.reference) }
      const inserting = executor.insert(clips).values(row).onConflictDoNothing({ target, where: isLive })
      return await meetsAny(inserting.returning({ id: clips.id }))
    },

    find: (id) => findOne(executor.select().from(clips).where(eq(clips.id, id))),

    async findMany(ids) {
      const rows = await rowsById(executor, clips, ids)
      return new Map(rows.map((row) => [row.id, clipFromRow(row)]))
    },

    lock: (id) => findOne(executor.select().from(clips).where(eq(clips.id, id)).for('update')),

    async update(id, from, change, fileKey) {
      const hasKey = fileKey === null ? isNull(clips.fileKey) : fileKey && eq(clips.fileKey, fileKey)
      const isInState = and(eq(clips.id, id), inArray(clips.status, [...from]), hasKey || undefined)
      return await meetsAny(executor.update(clips).set(change).where(isInState).returning({ id: clips.id }))
    },

    async reopen(clip, now) {
      await supersedeExpired(clip, now)
      const queuedState = {
        status: 'queued',
        stage: 'waiting',
        progress: 0,
        errorCode: null,
        failureCause: null,
      } as const
      const emptyResults = { startedAt: null, finishedAt: null, endedAt: null, jobId: null }
      try {
        // The inner transaction is a savepoint: a conflict must not end the outer transaction.
        const hasFailed = and(eq(clips.id, clip.id), eq(clips.status, 'failed'))
        const change = { ...queuedState, ...emptyResults }
        return await executor.transaction((inner) =>
          meetsAny(inner.update(clips).set(change).where(hasFailed).returning({ id: clips.id })),
        )
      } catch (error) {
        if (isTakenIn('clips_live_request', error)) return false
        throw error
      }
    },

    async listByStatus(statuses) {
      const hasStatus = inArray(clips.status, [...statuses])
      const rows = await executor.select().from(clips).where(hasStatus).orderBy(asc(clips.createdAt), asc(clips.id))
      return rows.map(clipFromRow)
    },

    async listExpired(now) {
      const isDue = and(eq(clips.status, 'completed'), lte(clips.expiresAt, deletedFrom(now)))
      const rows = await executor.select().from(clips).where(isDue).orderBy(asc(clips.expiresAt))
      return rows.map(clipFromRow)
    },

    async nextExpiry() {
      const [earliest] = await executor
        .select({ at: min(clips.expiresAt) })
        .from(clips)
        .where(eq(clips.status, 'completed'))
      return earliest?.at ?? null
    },

    async shortenLives(hours, now) {
      const finishedAt = sql`least(${clips.finishedAt}, ${now.toISOString()}::timestamptz)`
      const latestExpiry = sql`${finishedAt} + make_interval(secs => ${hours * 3600})`
      await executor
        .update(clips)
        .set({ expiresAt: latestExpiry })
        .where(and(eq(clips.status, 'completed'), gt(clips.expiresAt, latestExpiry)))
    },

    async describeFiles(keys) {
      if (keys.length === 0) return new Map()
      // The query is raw SQL, because drizzle drops the table names of columns in a select from one table.
      const title = sql<string | null>`(select videos.title from downloads
        join videos on videos.id = downloads.video_id where downloads.clip_id = clips.id limit 1)`
      const rows = await executor
        .select({ id: clips.id, fileKey: clips.fileKey, reference: clips.reference, title })
        .from(clips)
        .where(inArray(clips.fileKey, [...keys]))
      return new Map(
        rows.flatMap(({ id, fileKey, reference, title }) =>
          fileKey ? [[fileKey, { id, title: title ?? reference }]] : [],
        ),
      )
    },

    async listFileKeys() {
      const rows = await executor.select({ fileKey: clips.fileKey }).from(clips).where(isNotNull(clips.fileKey))
      return new Set(rows.flatMap((row) => row.fileKey ?? []))
    },
  }

  /** Marks expired clips of this request. An expired clip that is not swept yet would conflict with its successor. */
  async function supersedeExpired(request: ClipRequest, now: Date): Promise<void> {
    await executor
      .update(clips)
      .set({ superseded: true })
      .where(and(hasRequest(request), isLive, lte(clips.expiresAt, deletedFrom(now))))
  }
}

/** Condition of the index clips_live_request, word for word, so that the planner recognizes the index. */
const isLive = sql`status in ('queued', 'processing', 'completed') and not superseded`

async function findOne(query: PromiseLike<ClipRow[]>): Promise<ClipRecord | null> {
  const [row] = await query
  return row ? clipFromRow(row) : null
}

function hasRequest(request: ClipRequest) {
  return and(
    eq(clips.source, request.source),
    eq(clips.referenceKey, referenceKey(request.reference)),
    eq(clips.ranges, request.ranges),
    eq(clips.quality, request.quality),
    eq(clips.format, request.format),
    eq(clips.options, request.options),
  )
}

function isLiveFor(request: ClipRequest, now: Date) {
  return and(hasRequest(request), isLive, or(isNull(clips.expiresAt), gt(clips.expiresAt, deletedFrom(now))))
}

export function clipFromRow(row: ClipRow): ClipRecord {
  const { referenceKey: _key, superseded: _superseded, ...clip } = row
  return clip
}

/** Returns the SHA-256 in hex, because an address can exceed the 2704 bytes of an index entry. */
export function referenceKey(reference: string): string {
  return createHash('sha256').update(reference).digest('hex')
}
