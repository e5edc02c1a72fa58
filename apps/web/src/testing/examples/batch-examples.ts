import type { Batch } from '@kerf/contract/batch'
import { exampleOwnDownload, NO_CLIP_FIELDS } from './account-examples.ts'

export const BATCH_ID = 'batch'.padEnd(22, 'A')

/** A batch of two clips, one of which is waiting. */
export function exampleBatch(changes: Partial<Batch> = {}): Batch {
  const waitingDownload = exampleOwnDownload('two', {
    ...NO_CLIP_FIELDS,
    status: 'processing',
    progress: 30,
    position: 2,
  })
  return {
    id: BATCH_ID,
    status: 'processing',
    progress: 42,
    etaSeconds: 14,
    completed: 1,
    failed: 0,
    total: 2,
    fileName: 'kerf_batch_2026-11-20.zip',
    fileSize: null,
    expiresAt: null,
    createdAt: new Date().toISOString(),
    downloads: [exampleOwnDownload('one'), waitingDownload],
    ...changes,
  }
}

/** The same batch after its second clip has failed. */
export const finishedBatch = (): Batch =>
  exampleBatch({
    status: 'completed',
    progress: 100,
    etaSeconds: null,
    failed: 1,
    fileSize: 24_600_000,
    expiresAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
    downloads: [
      exampleOwnDownload('one'),
      exampleOwnDownload('two', { ...NO_CLIP_FIELDS, status: 'failed', code: 'source_timeout' }),
    ],
  })
