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

/** Stops the work when nobody else wants the clip and returns the unit. Finished downloads stay as they are. */
export function cancelDownload(
  deps: Deps<'database' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord },
): Promise<Outcome<DownloadWithClip>> {
  return deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const download = await records.downloads.find(id, viewer.id)
    // Locked, so that nobody asks for it while it is found that nobody wants it any more.
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
  const wanted = await records.downloads.listForClip(id)
  if (wanted.length > 0) return
  const stopped = await records.clips.update(id, ['queued', 'processing'], {
    status: 'cancelled',
    stage: 'done',
    etaSeconds: null,
    endedAt,
  })
  if (stopped && jobId) await records.cutQueue.cancel(jobId)
}

/** Under the viewer's quota lock: cancels what waits or runs and returns the units. */
export async function cancelAll(records: Records, viewerId: string, cancelledAt: Date): Promise<void> {
  const wanted: DownloadRecord[] = []
  const pages = pagesOf<DownloadRecord>((page) => records.downloads.listForViewer(viewerId, page))
  for await (const page of pages) {
    const clipOf = await records.clips.findMany(page.map(({ clipId }) => clipId))
    wanted.push(...page.filter((download) => download.cancelledAt === null && isInWork(clipOf.get(download.clipId))))
  }
  const clipIds = wanted.map(({ clipId }) => clipId)
  const locked = await lockClips(records, clipIds)
  // Looked at once more: what was finished meanwhile stays.
  const inWork = wanted.filter(({ clipId }) => isInWork(locked.get(clipId)))
  for (const { id } of inWork) await records.downloads.update(id, { cancelledAt })
  await returnQuota(records, inWork)
  for (const clip of locked.values()) if (isInWork(clip)) await stopUnwantedWork(records, clip, cancelledAt)
  for (const download of inWork) await noteBatchEnd(records, download, cancelledAt)
}

const isInWork = (clip: { status: string } | undefined) => clip?.status === 'queued' || clip?.status === 'processing'

/** Delete now: the download is gone for its viewer at once, and the file with it unless another viewer still wants it. */
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
  // After the commit: a crash in between leaves a file that the database does not know, which the sweep deletes.
  if (fileKey !== null) await deps.files.delete(fileKey)
  return done(undefined)
}

/** Stops or ends a locked clip if nobody wants it any more; answers the key of a file that is to be deleted after the commit. */
export async function dropUnwantedClip(records: Records, clip: ClipRecord, at: Date): Promise<string | null> {
  await stopUnwantedWork(records, clip, at)
  const wanted = await records.downloads.listForClip(clip.id)
  if (wanted.length > 0) return null
  const ended = await records.clips.update(clip.id, ['completed'], { status: 'expired', fileKey: null })
  return ended ? clip.fileKey : null
}

/** Locks in the order of requests, so that two people with the same clips cannot deadlock. Omits missing ones. */
export async function lockClips(records: Records, ids: Iterable<string>): Promise<Map<string, ClipRecord>> {
  const known = await records.clips.findMany([...new Set(ids)])
  const locked = new Map<string, ClipRecord>()
  for (const { id } of inOrderOfRequests([...known.values()], (clip) => clip)) {
    const clip = await records.clips.lock(id)
    if (clip) locked.set(id, clip)
  }
  return locked
}

/** The one order in which clips are locked, be they there already or still to be made. */
export function inOrderOfRequests<T>(things: readonly T[], requestOf: (thing: T) => ClipRequest): T[] {
  const keyed = things.map((thing) => ({ thing, key: keyOf(requestOf(thing)) }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ thing }) => thing)
}

function keyOf({ source, reference, ranges, quality, format, options }: ClipRequest): string {
  return JSON.stringify([source, reference, ranges, quality, format, optionsKey(options)])
}

interface FailedClip {
  clipId: string
  errorCode: ErrorCode
  cause?: unknown
  fileKey?: string
  jobId?: string | null
}

/** Returns everybody's unit. `cause` is for admins, without secrets. With a file key only for that try, with a job only for that. */
export function failClip(
  { database, clock }: Deps<'database' | 'clock'>,
  { clipId, errorCode, cause = null, fileKey, jobId }: FailedClip,
): Promise<void> {
  return database.transaction(async (records) => {
    if (jobId !== undefined && (await records.clips.lock(clipId))?.jobId !== jobId) return
    const end = {
      status: 'failed',
      stage: 'done',
      etaSeconds: null,
      errorCode,
      failureCause: failureCause(cause) || null,
      fileKey: null,
      endedAt: clock.now(),
    } as const
    const failed = await records.clips.update(clipId, ['queued', 'processing'], end, fileKey)
    if (!failed) return
    await returnQuota(records, await records.downloads.listForClip(clipId))
    await noteClipEnd(records, clipId, end.endedAt)
  })
}
