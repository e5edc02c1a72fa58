import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { optionsKey } from '@kerf/domain/formats/clip-options'
import type { ClipRecord, ClipRequest, DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { pagesOf } from '../shared/pages.ts'
import { noteBatchEnd, noteClipEnd } from '../webhooks/note-events.ts'
import { returnQuota } from './quota.ts'
import type { DownloadWithClip } from './request-download.ts'

/**
 * Cancels a download, returns its quota unit, and stops the work if no other viewer needs the clip. Finished downloads
 * do not change.
 */
export function cancelDownload(
  deps: Deps<'database' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord },
): Promise<Outcome<DownloadWithClip>> {
  return deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const download = await records.downloads.find(id, viewer.id)
    // Locked, so that no new request joins the clip during the check for other viewers.
    const clip = download && (await records.clips.lock(download.clipId))
    if (!download || !clip) return refused('not_found')
    if (download.cancelledAt !== null || !isInWork(clip)) return done({ download, clip })
    const cancelledAt = deps.clock.now()
    await records.downloads.update(download.id, { cancelledAt })
    await returnQuota(records, [download])
    await stopUnwantedWork(records, clip, cancelledAt)
    await noteBatchEnd(records, download, cancelledAt)
    return done({ download: { ...download, cancelledAt }, clip })
  })
}

export async function stopUnwantedWork(
  records: Records,
  { id, jobId }: Pick<ClipRecord, 'id' | 'jobId'>,
  endedAt: Date,
): Promise<void> {
  const remaining = await records.downloads.listForClip(id)
  if (remaining.length > 0) return
  const isStopped = await records.clips.update(id, ['queued', 'processing'], {
    status: 'cancelled',
    stage: 'done',
    etaSeconds: null,
    endedAt,
  })
  if (isStopped && jobId) await records.cutQueue.cancel(jobId)
}

/**
 * Cancels all waiting and running downloads of a viewer and returns their units. The caller holds the viewer's quota
 * lock.
 */
export async function cancelAll(records: Records, viewerId: string, cancelledAt: Date): Promise<void> {
  const candidates: DownloadRecord[] = []
  const pages = pagesOf<DownloadRecord>((page) => records.downloads.listForViewer(viewerId, page))
  for await (const page of pages) {
    const clipsById = await records.clips.findMany(page.map(({ clipId }) => clipId))
    candidates.push(
      ...page.filter((download) => download.cancelledAt === null && isInWork(clipsById.get(download.clipId))),
    )
  }
  const clipIds = candidates.map(({ clipId }) => clipId)
  const clips = await lockClips(records, clipIds)
  // Checked again under the locks: downloads that finished meanwhile do not change.
  const downloadsInWork = candidates.filter(({ clipId }) => isInWork(clips.get(clipId)))
  for (const { id } of downloadsInWork) await records.downloads.update(id, { cancelledAt })
  await returnQuota(records, downloadsInWork)
  for (const clip of clips.values()) if (isInWork(clip)) await stopUnwantedWork(records, clip, cancelledAt)
  for (const download of downloadsInWork) await noteBatchEnd(records, download, cancelledAt)
}

const isInWork = (clip: { status: string } | undefined) => clip?.status === 'queued' || clip?.status === 'processing'

/** Deletes a download at once, and its clip's file unless another viewer's download needs it. */
export async function deleteDownload(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord },
): Promise<Outcome<undefined>> {
  const fileKey = await deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const download = await records.downloads.find(id, viewer.id)
    const clip = download && (await records.clips.lock(download.clipId))
    if (!download || !clip) return undefined
    const deletedAt = deps.clock.now()
    await records.downloads.update(download.id, { deletedAt })
    if (isInWork(clip)) {
      await returnQuota(records, [download])
      await noteBatchEnd(records, download, deletedAt)
    }
    return dropUnwantedClip(records, clip, deletedAt)
  })
  if (fileKey === undefined) return refused('not_found')
  // Deleted after the commit. A crash before this leaves a file that the database does not know, which the sweep
  // deletes.
  if (fileKey !== null) await deps.files.delete(fileKey)
  return done(undefined)
}

/**
 * Stops or expires a locked clip without downloads. Returns the key of the file to delete after the commit, or null.
 */
export async function dropUnwantedClip(records: Records, clip: ClipRecord, at: Date): Promise<string | null> {
  await stopUnwantedWork(records, clip, at)
  const remaining = await records.downloads.listForClip(clip.id)
  if (remaining.length > 0) return null
  const isEnded = await records.clips.update(clip.id, ['completed'], { status: 'expired', fileKey: null })
  return isEnded ? clip.fileKey : null
}

/** Locks clips in the order of their requests, so that concurrent callers cannot deadlock. Leaves out missing clips. */
export async function lockClips(records: Records, ids: Iterable<string>): Promise<Map<string, ClipRecord>> {
  const clips = await records.clips.findMany([...new Set(ids)])
  const lockedClips = new Map<string, ClipRecord>()
  for (const { id } of sortByRequest([...clips.values()], (clip) => clip)) {
    const clip = await records.clips.lock(id)
    if (clip) lockedClips.set(id, clip)
  }
  return lockedClips
}

/** Sorts items into the order in which clips are locked, whether or not the clips exist yet. */
export function sortByRequest<T>(items: readonly T[], requestOf: (item: T) => ClipRequest): T[] {
  const itemsWithKeys = items.map((item) => ({ item, key: requestKeyOf(requestOf(item)) }))
  return itemsWithKeys.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ item }) => item)
}

function requestKeyOf({ source, reference, ranges, quality, format, options }: ClipRequest): string {
  return JSON.stringify([source, reference, ranges, quality, format, optionsKey(options)])
}

interface FailedClip {
  clipId: string
  errorCode: ErrorCode
  cause?: unknown
  fileKey?: string
  jobId?: string | null
}

/**
 * Marks a clip as failed and returns all quota units. `cause` is for admins and contains no secrets. With `fileKey` or
 * `jobId`, does nothing unless the clip still has them.
 */
export function failClip(
  { database, clock }: Deps<'database' | 'clock'>,
  { clipId, errorCode, cause = null, fileKey, jobId }: FailedClip,
): Promise<void> {
  return database.transaction(async (records) => {
    if (jobId !== undefined && (await records.clips.lock(clipId))?.jobId !== jobId) return
    const failure = {
      status: 'failed',
      stage: 'done',
      etaSeconds: null,
      errorCode,
      failureCause: failureCause(cause) || null,
      fileKey: null,
      endedAt: clock.now(),
    } as const
    const isFailed = await records.clips.update(clipId, ['queued', 'processing'], failure, fileKey)
    if (!isFailed) return
    await returnQuota(records, await records.downloads.listForClip(clipId))
    await noteClipEnd(records, clipId, failure.endedAt)
  })
}
