import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { createMediaEngine } from '../../../adapters/media-process/media-engine.ts'
import { createSampleSource } from '../../../adapters/sample/sample-source.ts'
import type { VideoRecord, ViewerRecord } from '../../../ports/clips.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { createSecretSeal } from '../../../use-cases/shared/sealed-secret.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { downloadRoutes } from '../../download.ts'

const FRAMES_PER_SECOND = 30

const sample = createSampleSource()
/** Viewer of all calls. */
let viewer: ViewerRecord
const backend = await openTestBackend()
const engine = createMediaEngine({ scratchDirectory: join(backend.filesPath, '../scratch') })
const app = fastify()
app.decorateRequest('viewer', null)
app.decorateRequest('session', null)
app.decorate('admitStranger', async () => null)
app.addHook('onRequest', async (request) => {
  request.viewer = viewer
})
downloadRoutes(app, { ...backend, secretSeal: createSecretSeal('a secret') })
afterAll(async () => {
  await app.close()
  await engine.close()
})

async function sampleOf(kind: ViewerRecord['kind']): Promise<VideoRecord> {
  viewer = { ...(await backend.viewer()), kind }
  const resolution = await sample.resolve('sample', new AbortController().signal)
  if (!resolution.ok) throw new Error(resolution.code)
  const videoOrigin = { source: 'sample', reference: 'sample', link: 'kerf:sample' } as const
  return backend.video(viewer, undefined, resolution.video, videoOrigin)
}

type Spans = [number, number][]
const rangesOf = (spans: Spans) => spans.map(([startTime, endTime]) => ({ startTime, endTime }))

async function requestRanges(video: VideoRecord, spans: Spans, quality = '360p', join?: boolean) {
  const payload = { quality, ranges: rangesOf(spans), ...(join === undefined ? {} : { join }) }
  const answer = await app.inject({ method: 'POST', url: `/api/video/${video.id}/download`, payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** Cuts a requested download as the worker does, and returns the download and the path of its file. */
async function finishDownload({ id }: Download): Promise<{ download: Download; path: string }> {
  const record = await backend.database.records.downloads.find(id, viewer.id)
  await runCutJob(
    { ...backend, engine, sources: { sample } },
    { clipId: record?.clipId ?? '', signal: new AbortController().signal },
  )
  const clip = await backend.database.records.clips.find(record?.clipId ?? '')
  const answer = await app.inject({ method: 'GET', url: `/api/download/${id}` })
  return { download: answer.json(), path: join(backend.filesPath, clip?.fileKey ?? '') }
}

/** Time of each frame, and its brightness at points all over it. */
async function looksOf(path: string): Promise<{ seconds: number; look: number[] }[]> {
  const frameSamples: { seconds: number; look: number[] }[] = []
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame, seconds) => {
      const luma = frame.data?.[0] ?? Buffer.alloc(0)
      const stride = frame.linesize[0] ?? 0
      const look = Array.from({ length: 16 * 9 }, (_, cell) => {
        const offset = (Math.floor(cell / 16) * 40 + 20) * stride + (cell % 16) * 40 + 20
        return luma[offset] ?? 0
      })
      frameSamples.push({ seconds, look })
    },
    onAudio: () => undefined,
  })
  return frameSamples
}

/** Brightness of the frames of each range, as a clip of its own has them. */
async function looksOfEach(spans: Spans): Promise<number[][]> {
  const { signal } = new AbortController()
  const resolution = await sample.resolve('sample', signal)
  const rendition = resolution.ok && resolution.video.renditions.find(({ height }) => height === 360)
  if (!rendition) throw new Error('The sample has no 360p.')
  const bytes = await sample.openRendition(rendition, signal)
  const frameLooks: number[][] = []
  for (const [startTime, endTime] of spans) {
    const filePath = await backend.files.scratchPath('single.mp4')
    const order = { parts: { video: bytes, audio: bytes }, spec: { kind: 'video', height: null } as const, filePath }
    await engine.cut({ ...order, ranges: [{ startTime, endTime }] }, { signal, onProgress: () => undefined })
    frameLooks.push(...(await looksOf(filePath)).map(({ look }) => look))
  }
  return frameLooks
}

const difference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length

describe('several ranges in one clip', () => {
  it('are cut from the sample and joined, for a payer', async () => {
    const video = await sampleOf('pro')
    const spans: Spans = [
      [41.2, 42.7],
      [3.05, 4.5],
      [41.2, 42.2],
    ]
    const answer = await requestRanges(video, spans)
    expect(answer).toMatchObject({
      status: 202,
      body: {
        status: 'processing',
        startTime: 3.05,
        endTime: 42.7,
        ranges: rangesOf(spans),
        fileName: 'kerf_360p.mp4',
      },
    })

    const { download, path } = await finishDownload(answer.body)
    expect(download).toMatchObject({
      status: 'completed',
      ranges: rangesOf(spans),
      receipt: { frames: 45 + 43 + 30, way: 'smart' },
    })
    expect(Math.abs(download.receipt?.soundOffsetMilliseconds ?? 99)).toBeLessThanOrEqual(1)

    const [clip, separateLooks] = [await looksOf(path), await looksOfEach(spans)]
    expect(clip).toHaveLength(separateLooks.length)
    const wrongFrames = clip.filter(({ seconds, look }, index) => {
      const isOnTime = Math.abs(seconds - index / FRAMES_PER_SECOND) < 0.0005
      return !isOnTime || difference(look, separateLooks[index] ?? []) > 4
    })
    expect(wrongFrames).toEqual([])
    // The shots differ so much that an exchange of two of them would be noticed.
    expect(difference(separateLooks[0] ?? [], separateLooks[60] ?? [])).toBeGreaterThan(15)
  })

  it.each(['anonymous', 'free'] as const)('are refused to %s viewers, and take no unit', async (kind) => {
    const video = await sampleOf(kind)
    const answer = await requestRanges(video, [
      [1, 3],
      [5, 8],
    ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'pro_feature' } })
    expect(await backend.database.records.downloads.listForVideo(video.id, viewer.id)).toEqual([])
    expect(await backend.database.records.quota.list(viewer.id)).toEqual([])
  })

  it('are refused as a whole, with the number of the invalid one', async () => {
    const video = await sampleOf('pro')
    for (const [spans, code] of [
      [[5, 5.4], 'too_short'],
      [[9, 8], 'end_before_start'],
      [[50, 61], 'outside_video'],
      [[-1, 5], 'outside_video'],
    ] as [[number, number], string][]) {
      const answer = await requestRanges(video, [[1, 3], spans])
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_trim', details: `range 2: ${code}` } })
    }
  })

  it('are twenty at most', async () => {
    const video = await sampleOf('admin')
    const makeSpans = (count: number): Spans => Array.from({ length: count }, (_, offset) => [offset, offset + 2])
    expect(await requestRanges(video, makeSpans(0))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await requestRanges(video, makeSpans(MAX_CLIP_RANGES + 1))).toMatchObject({ status: 400 })
    expect(await requestRanges(video, makeSpans(MAX_CLIP_RANGES))).toMatchObject({ status: 202 })
  })

  it('may say `join` explicitly, and are refused with a hint if they ask for several clips', async () => {
    const video = await sampleOf('pro')
    const spans: Spans = [
      [1, 3],
      [5, 8],
    ]
    const joinedAnswer = await requestRanges(video, spans, '360p', true)
    expect(joinedAnswer).toMatchObject({ status: 202, body: { ranges: rangesOf(spans) } })
    expect((await requestRanges(video, spans)).body.id).toBe(joinedAnswer.body.id)
    const separateAnswer = await requestRanges(video, spans, '360p', false)
    expect(separateAnswer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(separateAnswer.body.error).toContain('POST /api/batch')
    expect((await requestRanges(video, [[2, 4]], '360p', false)).body).toMatchObject({
      startTime: 2,
      endTime: 4,
      ranges: null,
    })
  })
})
