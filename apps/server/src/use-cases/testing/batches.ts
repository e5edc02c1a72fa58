import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { readZip, type UnzippedFile } from '../../adapters/zip/testing/read-zip.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { type BatchItem, createBatch } from '../batches/create-batch.ts'
import { describeBatch, type FoundBatch, findBatch } from '../batches/describe-batch.ts'
import { openBatchZip } from '../batches/open-batch-zip.ts'
import { cutClip } from '../downloads/cut-clip.ts'
import type { Workbench } from './workbench.ts'

/** Somebody who pays, with a video of 100 seconds. */
export async function payingViewer(bench: Workbench): Promise<{ viewer: ViewerRecord; video: VideoRecord }> {
  const viewer: ViewerRecord = { ...(await bench.viewer()), kind: 'pro' }
  return { viewer, video: await bench.video(viewer) }
}

export function itemOf(video: VideoRecord, startTime: number, endTime: number, quality = '360p'): BatchItem {
  return { videoId: video.id, startTime, endTime, quality }
}

export function threeOf(video: VideoRecord): BatchItem[] {
  return [itemOf(video, 0, 2), itemOf(video, 5, 8.5), itemOf(video, 20, 30)]
}

/** Batches at a workbench, as one who pays sees them. */
export function batchesOf(bench: Workbench) {
  const cut = (clipId: string): Promise<void> => cutClip(bench, { clipId, signal: new AbortController().signal })

  async function take(viewer: ViewerRecord, items: BatchItem[], requestId?: string): Promise<FoundBatch> {
    const outcome = await createBatch(bench, { asked: { items, requestId }, viewer })
    if (!outcome.ok) throw new Error(`${outcome.code} ${outcome.details}`)
    return outcome.value
  }

  async function read({ batch }: FoundBatch) {
    const found = await findBatch(bench, { id: batch.id, viewer: { id: batch.viewerId, kind: 'pro' } })
    if (!found.ok) throw new Error(found.code)
    return { ...found.value, seen: await describeBatch(bench, found.value) }
  }

  async function finish(found: FoundBatch): Promise<FoundBatch> {
    for (const { clip } of found.downloads) await cut(clip.id)
    return read(found)
  }

  async function zipOf({ batch }: FoundBatch) {
    const zip = await openBatchZip(bench, { id: batch.id, viewer: { id: batch.viewerId, kind: 'pro' } })
    if (!zip.ok) throw new Error(zip.code)
    return zip.value
  }

  async function unzip(found: FoundBatch): Promise<UnzippedFile[]> {
    const { sizeBytes, open } = await zipOf(found)
    const stream = open()
    if (!stream.ok) throw new Error(stream.code)
    const bytes = await buffer(stream.value)
    expect(bytes.length).toBe(sizeBytes)
    return readZip(bytes)
  }

  return { cut, take, read, finish, zipOf, unzip }
}
