import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { readZip, type UnzippedFile } from '../../adapters/zip/testing/read-zip.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type BatchItem, createBatch } from '../batches/create-batch.ts'
import { describeBatch, type FoundBatch, findBatch } from '../batches/describe-batch.ts'
import { openBatchZip } from '../batches/open-batch-zip.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { PRIVATE_IP_ADDRESS, type TestBackend, unwrap } from './test-backend.ts'

/** A paying viewer with a 100-second video. */
export async function createPayingViewer(backend: TestBackend): Promise<{ viewer: ViewerRecord; video: VideoRecord }> {
  const viewer: ViewerRecord = { ...(await backend.viewer()), kind: 'pro' }
  return { viewer, video: await backend.video(viewer) }
}

export function itemOf(video: VideoRecord, startTime: number, endTime: number, quality = '360p'): BatchItem {
  return { videoId: video.id, startTime, endTime, quality }
}

export function threeItemsOf(video: VideoRecord): BatchItem[] {
  return [itemOf(video, 0, 2), itemOf(video, 5, 8.5), itemOf(video, 20, 30)]
}

/** Use cases of batches on a test backend, called as a paying viewer. */
export function batchesOf(backend: TestBackend) {
  const { signal } = new AbortController()
  const runJob = (clipId: string): Promise<void> => runCutJob(backend, { clipId, signal })

  async function takeBatch(viewer: ViewerRecord, items: BatchItem[], requestId?: string): Promise<FoundBatch> {
    return unwrap(await createBatch(backend, { body: { items, requestId }, viewer, ipAddress: PRIVATE_IP_ADDRESS }))
  }

  async function readBatch({ batch }: FoundBatch) {
    const current = unwrap(await findBatch(backend, { id: batch.id, viewer: { id: batch.viewerId, kind: 'pro' } }))
    return { ...current, description: await describeBatch(backend, current) }
  }

  async function finish(batch: FoundBatch): Promise<FoundBatch> {
    for (const { clip } of batch.downloads) await runJob(clip.id)
    return readBatch(batch)
  }

  async function zipOf({ batch }: FoundBatch) {
    return unwrap(await openBatchZip(backend, { id: batch.id, viewer: { id: batch.viewerId, kind: 'pro' }, signal }))
  }

  async function unzip(batch: FoundBatch): Promise<UnzippedFile[]> {
    const { sizeBytes, open } = await zipOf(batch)
    const bytes = await buffer(unwrap(open()))
    expect(bytes.length).toBe(sizeBytes)
    return readZip(bytes)
  }

  return { cut: runJob, take: takeBatch, read: readBatch, finish, zipOf, unzip }
}
