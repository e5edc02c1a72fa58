import type { Batch } from '@kerf/contract/batch'
import { batchFileName } from '@kerf/domain/formats/file-name'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { downloadStatus } from '../downloads/describe-download.ts'
import { describeOwnDownload, type WholeDownload } from '../downloads/own-downloads.ts'
import type { Deps } from '../shared/deps.ts'
import { type BatchPart, batchState } from './batch-state.ts'
import type { FoundBatch } from './find-batch.ts'
import { zipEntries } from './zip-entries.ts'

/** A batch as its viewer sees it. */
export async function describeBatch(
  deps: Deps<'database' | 'files' | 'zips' | 'clock' | 'memory'>,
  { batch, downloads }: FoundBatch,
): Promise<Batch> {
  const now = deps.clock.now()
  const state = stateOf({ batch, downloads }, now)
  const entries = state.status === 'completed' ? await zipEntries(deps.files, downloads, now) : []
  const living = downloads.filter(({ download, clip }) => downloadStatus(download, clip, now) === 'completed')
  const expiries = living.flatMap(({ clip }) => (clip.expiresAt ? [clip.expiresAt.getTime()] : []))
  const described = []
  for (const whole of downloads) described.push(await describeOwnDownload(deps, whole))
  return {
    id: batch.id,
    ...state,
    fileName: batchFileName(batch.createdAt),
    fileSize: entries.length > 0 ? deps.zips.sizeBytes(entries) : null,
    expiresAt: expiries.length > 0 ? new Date(Math.min(...expiries)).toISOString() : null,
    createdAt: batch.createdAt.toISOString(),
    downloads: described,
  }
}

export function stateOf({ batch, downloads }: FoundBatch, now: Date) {
  return batchState(
    downloads.map((whole) => partOf(whole, now)),
    batch.createdAt,
    now,
  )
}

function partOf({ download, clip }: WholeDownload, now: Date): BatchPart {
  const { progress, etaSeconds, startedAt, finishedAt, ranges } = clip
  const status = downloadStatus(download, clip, now)
  return { status, progress, etaSeconds, startedAt, finishedAt, rangeSeconds: rangesSeconds(ranges) }
}
