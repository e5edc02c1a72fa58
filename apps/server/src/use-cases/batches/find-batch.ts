import type { BatchRecord, ViewerRecord } from '../../ports/clips.ts'
import { findWhole, type WholeDownload } from '../downloads/own-downloads.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

export interface FoundBatch {
  batch: BatchRecord
  /** In the order in which they were asked for, without those that were deleted. */
  downloads: WholeDownload[]
}

/** A viewer's own batch; another viewer's does not exist for them. */
export async function findBatch(
  deps: Deps<'database'>,
  { id, viewer }: { id: string; viewer: ViewerRecord | null },
): Promise<Outcome<FoundBatch>> {
  const { records } = deps.database
  const batch = viewer && (await records.batches.find(id, viewer.id))
  if (!batch) return refused('not_found')
  return done({ batch, downloads: await findWhole(records, await records.batches.listDownloads(batch.id)) })
}
