import { createHash } from 'node:crypto'
import { latestExpiryToDelete } from '@kerf/domain/jobs/retention'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm'
import type { ClipRecord, ClipRequest, ClipStatus } from '../../../ports/clips.ts'
import { type Executor, hasRows, isConflictIn, rowsById } from '../engine/executor.ts'
import { clips } from '../schema/clip-schema.ts'

type ClipRow = typeof clips.$inferSelect

export function createClipRecords(executor: Executor) {
  return {
    /** The queued, processing or unexpired completed clip of this request. Locks its row until the transaction ends. */
    findLive: (request: ClipRequest, now: Date) =>
      findOne(executor.select().from(clips).where(isLiveFor(request, now)).for('update')),

    /** Whether `findLive` would find a clip. Takes no lock. */
    isLive: async (request: ClipRequest, now: Date) => (await executor.$count(clips, isLiveFor(request, now))) > 0,

    /** Returns false if another transaction has just inserted a live clip for the same request. */
    async insert(clip: ClipRecord) {
      await supersedeExpired(clip, clip.createdAt)
      const target = [clips.source, clips.referenceKey, clips.ranges, clips.quality, clips.format, clips.options]
      const row = { ...clip, referenceKey: referenceKey(clip.reference) }
      const inserting = executor.insert(clips).values(row).onConflictDoNothing({ target, where: isLive })
      return await hasRows(inserting.returning({ id: clips.id }))
    },

    find: (id: string) => findOne(executor.select().from(clips).where(eq(clips.id, id))),

    async findMany(ids: readonly string[]): Promise<Map<string, ClipRecord>> {
      const rows = await rowsById(executor, clips, ids)
      return new Map(rows.map((row) => [row.id, clipFromRow(row)]))
    },

    /** Locks the clip's row until the transaction ends. */
    lock: (id: string) => findOne(executor.select().from(clips).where(eq(clips.id, id)).for('update')),

    /**
     * Changes fields if the clip is in one of the `from` states, and still has `fileKey` if that is given. Returns
     * whether it did.
     */
    async update(
      id: string,
      from: readonly ClipStatus[],
      change: Partial<Omit<ClipRecord, 'id' | keyof ClipRequest>>,
      fileKey?: string | null,
    ) {
      const hasKey = fileKey === null ? isNull(clips.fileKey) : fileKey && eq(clips.fileKey, fileKey)
      const isInState = and(eq(clips.id, id), inArray(clips.status, [...from]), hasKey || undefined)
      return await hasRows(executor.update(clips).set(change).where(isInState).returning({ id: clips.id }))
    },

    /**
     * Sets a failed clip back to queued. Returns false if it has not failed, or another live clip has the same request.
     */
    async reopen(clip: ClipRecord, now: Date) {
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
        return await executor.transaction((transactionExecutor) =>
          hasRows(transactionExecutor.update(clips).set(change).where(hasFailed).returning({ id: clips.id })),
        )
      } catch (error) {
        if (isConflictIn('clips_live_request', error)) return false
        throw error
      }
    },

    async listByStatus(statuses: readonly ClipStatus[]) {
      const hasStatus = inArray(clips.status, [...statuses])
      const rows = await executor.select().from(clips).where(hasStatus).orderBy(asc(clips.createdAt), asc(clips.id))
      return rows.map(clipFromRow)
    },

    /** Clips whose files are due for deletion. */
    async listExpired(now: Date) {
      const isDue = and(eq(clips.status, 'completed'), lte(clips.expiresAt, latestExpiryToDelete(now)))
      const rows = await executor.select().from(clips).where(isDue).orderBy(asc(clips.expiresAt))
      return rows.map(clipFromRow)
    },

    /** Earliest expiry of the completed clips; null if there is none. */
    async nextExpiry() {
      const [earliestClip] = await executor
        .select({ at: min(clips.expiresAt) })
        .from(clips)
        .where(eq(clips.status, 'completed'))
      return earliestClip?.at ?? null
    },

    /** Limits the life of completed clips to `hours` from completion. Never extends a life. */
    async shortenLives(hours: number, now: Date) {
      const finishedAt = sql`least(${clips.finishedAt}, ${now.toISOString()}::timestamptz)`
      const latestExpiry = sql`${finishedAt} + make_interval(secs => ${hours * 3600})`
      await executor
        .update(clips)
        .set({ expiresAt: latestExpiry })
        .where(and(eq(clips.status, 'completed'), gt(clips.expiresAt, latestExpiry)))
    },

    /** Clips by file key, with the title of their video. Files without a clip are left out. */
    async describeFiles(keys: readonly string[]): Promise<Map<string, { id: string; title: string }>> {
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
      .where(and(hasRequest(request), isLive, lte(clips.expiresAt, latestExpiryToDelete(now))))
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
  return and(hasRequest(request), isLive, or(isNull(clips.expiresAt), gt(clips.expiresAt, latestExpiryToDelete(now))))
}

export function clipFromRow(row: ClipRow): ClipRecord {
  const { referenceKey: _key, superseded: _superseded, ...clip } = row
  return clip
}

/** Key of a reference for indexes: its SHA-256 in hex, because an index entry has room for 2704 bytes only. */
export function referenceKey(reference: string): string {
  return createHash('sha256').update(reference).digest('hex')
}
