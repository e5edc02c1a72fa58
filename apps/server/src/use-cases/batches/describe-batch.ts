import type { Batch } from '@kerf/contract/batch'
import type { Download } from '@kerf/contract/download'
import { batchEntryName } from '@kerf/domain/formats/batch-entry-name'
import { batchFileName } from '@kerf/domain/formats/file-name'
import { hullOf, rangesSeconds } from '@kerf/domain/ranges/time-range'
import type { BatchRecord, DownloadRecord } from '../../ports/clips.ts'
import type { ZipEntry } from '../../ports/files.ts'
import { secondsLeft } from '../downloads/clip-progress.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { lockClips, stopUnwantedWork } from '../downloads/end-download.ts'
import { statOfClip } from '../downloads/files/open-clip.ts'
import { addClipsAndVideos, type DownloadWithVideo, describeOwnDownload } from '../downloads/files/own-downloads.ts'
import { returnQuota } from '../downloads/quota.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { noteBatchEnd } from '../webhooks/note-events.ts'

export async function describeBatch(
  deps: Deps<'database' | 'files' | 'zips' | 'clock' | 'caches'>,
  { batch, downloads }: FoundBatch,
): Promise<Batch> {
  const now = deps.clock.now()
  const state = stateOf({ batch, downloads }, now)
  const entries = state.status === 'completed' ? await zipEntries(deps, downloads, now) : []
  const completedDownloads = downloads.filter(
    ({ download, clip }) => downloadStatus(download, clip, now) === 'completed',
  )
  const expiries = completedDownloads.flatMap(({ clip }) => (clip.expiresAt ? [clip.expiresAt.getTime()] : []))
  const descriptions = []
  for (const download of downloads) descriptions.push(await describeOwnDownload(deps, download))
  return {
    id: batch.id,
    ...state,
    fileName: batchFileName(batch.createdAt),
    fileSize: entries.length > 0 ? deps.zips.sizeBytes(entries) : null,
    expiresAt: expiries.length > 0 ? new Date(Math.min(...expiries)).toISOString() : null,
    createdAt: batch.createdAt.toISOString(),
    downloads: descriptions,
  }
}

export function stateOf({ batch, downloads }: FoundBatch, now: Date) {
  const parts = downloads.map((download) => describePart(download, now))
  return batchState(parts, batch.createdAt, now)
}

function describePart({ download, clip }: DownloadWithVideo, now: Date): BatchPart {
  const { progress, etaSeconds, startedAt, finishedAt, ranges } = clip
  const status = downloadStatus(download, clip, now)
  return { status, progress, etaSeconds, startedAt, finishedAt, rangeSeconds: rangesSeconds(ranges) }
}

export interface FoundBatch {
  batch: BatchRecord
  /** Downloads of the batch that are not deleted, by position. */
  downloads: DownloadWithVideo[]
}

/** Finds a viewer's own batch. Batches of other viewers count as missing. */
export async function findBatch(deps: Deps<'database'>, { id, viewer }: Own): Promise<Outcome<FoundBatch>> {
  const { records } = deps.database
  const batch = viewer && (await records.batches.find(id, viewer.id))
  if (!batch) return refused('not_found')
  return done({ batch, downloads: await addClipsAndVideos(records, await records.batches.listDownloads(batch.id)) })
}

export interface BatchPart {
  status: Download['status']
  /** 0..100 */
  progress: number
  rangeSeconds: number
  etaSeconds: number | null
  startedAt: Date | null
  finishedAt: Date | null
}

export type BatchState = Pick<Batch, 'status' | 'progress' | 'etaSeconds' | 'completed' | 'failed' | 'total'>

/** State of a whole batch. A part counts as done however it ended. */
export function batchState(parts: readonly BatchPart[], createdAt: Date, now: Date): BatchState {
  const count = (status: Download['status']) => parts.filter((part) => part.status === status).length
  return {
    status: deriveStatus(parts),
    progress: Math.floor(100 * shareDone(parts)),
    etaSeconds: etaSeconds(parts, createdAt, now),
    completed: count('completed'),
    failed: count('failed'),
    total: parts.length,
  }
}

/** Status of a batch: the first of these statuses that any part has. */
function deriveStatus(parts: readonly BatchPart[]): Batch['status'] {
  const order = ['processing', 'completed', 'expired', 'failed', 'cancelled'] as const
  // A batch whose downloads were all deleted counts as expired.
  return order.find((status) => parts.some((part) => part.status === status)) ?? 'expired'
}

/** Share of the work that is done, 0..1, weighted by the length of the ranges. */
function shareDone(parts: readonly BatchPart[]): number {
  const sum = (estimate: (part: BatchPart) => number) => parts.reduce((total, part) => total + estimate(part), 0)
  const totalSeconds = sum(({ rangeSeconds }) => rangeSeconds)
  const donePercent = ({ status, progress }: BatchPart) => (status === 'processing' ? progress : 100)
  return totalSeconds > 0 ? sum((part) => (part.rangeSeconds * donePercent(part)) / 100) / totalSeconds : 1
}

/**
 * Estimates the remaining seconds from the elapsed time, which includes waits in the queue; null until enough is done.
 */
function etaSeconds(parts: readonly BatchPart[], createdAt: Date, now: Date): number | null {
  const runningParts = parts.filter(({ status }) => status === 'processing')
  // Clips that failed, or were complete before the request, do not show the speed.
  const finishedParts = parts.filter(
    ({ status, finishedAt }) => status === 'completed' && finishedAt !== null && finishedAt > createdAt,
  )
  const relevantParts = [...runningParts, ...finishedParts]
  const starts = relevantParts.flatMap(({ startedAt }) => (startedAt ? [startedAt.getTime()] : []))
  if (runningParts.length === 0 || starts.length === 0) return null
  const estimate = secondsLeft(now.getTime() - Math.min(...starts), shareDone(relevantParts))
  return estimate === null ? null : Math.max(estimate, ...runningParts.map((part) => part.etaSeconds ?? 0))
}

/** A clip in the zip of a batch. */
export interface BatchEntry extends ZipEntry {
  downloadWithVideo: DownloadWithVideo
}

export async function zipEntries(
  deps: Deps<'database' | 'files'>,
  downloads: readonly DownloadWithVideo[],
  now: Date,
): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = []
  for (const downloadWithVideo of downloads) {
    const { download, clip, video } = downloadWithVideo
    const key = clip.fileKey
    if (downloadStatus(download, clip, now) !== 'completed' || key === null) continue
    const file = await statOfClip(deps, clip)
    if (!file) continue
    const number = (download.batch?.position ?? entries.length) + 1
    const { quality } = download
    entries.push({
      name: batchEntryName({ ...clip, number, title: video.title, range: hullOf(clip.ranges), quality }),
      sizeBytes: file.sizeBytes,
      modifiedAt: clip.finishedAt ?? file.modifiedAt,
      open: () => deps.files.read(key),
      downloadWithVideo,
    })
  }
  return entries
}

/** Cancels waiting and running downloads of a batch and returns their units. Finished downloads do not change. */
export async function cancelBatch(deps: Deps<'database' | 'clock'>, { id, viewer }: Own): Promise<Outcome<FoundBatch>> {
  if (!viewer) return refused('not_found')
  await deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const batch = await records.batches.find(id, viewer.id)
    if (!batch) return
    const downloads = (await records.batches.listDownloads(batch.id)).filter(({ cancelledAt }) => cancelledAt === null)
    // Locked, so that no new request joins these clips meanwhile.
    const clipIds = downloads.map(({ clipId }) => clipId)
    const clipsById = await lockClips(records, clipIds)
    const cancelledDownloads: DownloadRecord[] = []
    const cancelledAt = deps.clock.now()
    for (const download of downloads) {
      const clip = clipsById.get(download.clipId)
      if (!clip || (clip.status !== 'queued' && clip.status !== 'processing')) continue
      await records.downloads.update(download.id, { cancelledAt })
      cancelledDownloads.push(download)
      await stopUnwantedWork(records, clip, cancelledAt)
    }
    await returnQuota(records, cancelledDownloads)
    if (cancelledDownloads[0]) await noteBatchEnd(records, cancelledDownloads[0], cancelledAt)
  })
  return findBatch(deps, { id, viewer })
}
