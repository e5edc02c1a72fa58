import type { Batch } from '@kerf/contract/batch'
import { batchFileName } from '@kerf/domain/formats/file-name'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { FileStore, Zips } from '../../ports/files.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { describeOwnDownload, type WholeDownload } from '../downloads/own-downloads.ts'
import { type BatchPart, batchStanding } from './batch-state.ts'
import type { FoundBatch } from './find-batch.ts'
import { zipEntries } from './zip-entries.ts'

/** A batch as its viewer sees it. */
export function describeBatch(deps: { database: Database; files: FileStore; zips: Zips; clock: Clock }) {
  const describe = describeOwnDownload(deps)
  return async ({ batch, downloads }: FoundBatch): Promise<Batch> => {
    const now = deps.clock.now()
    const standing = standingOf({ batch, downloads }, now)
    const entries = standing.status === 'completed' ? await zipEntries(deps.files, downloads, now) : []
    const living = downloads.filter(({ download, clip }) => downloadStatus(download, clip, now) === 'completed')
    const expiries = living.flatMap(({ clip }) => (clip.expiresAt ? [clip.expiresAt.getTime()] : []))
    const described = []
    for (const whole of downloads) described.push(await describe(whole))
    return {
      id: batch.id,
      ...standing,
      fileName: batchFileName(batch.createdAt),
      fileSize: entries.length > 0 ? deps.zips.sizeBytes(entries) : null,
      expiresAt: expiries.length > 0 ? new Date(Math.min(...expiries)).toISOString() : null,
      createdAt: batch.createdAt.toISOString(),
      downloads: described,
    }
  }
}

export function standingOf({ batch, downloads }: FoundBatch, now: Date) {
  return batchStanding(
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
