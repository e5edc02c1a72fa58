import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { beforeEach, expect, it, vi } from 'vitest'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import {
  type LocatedRendition,
  type ResolvedVideo,
  SourceReadError,
  type StoreSegmentsOptions,
} from '../../ports/sources.ts'
import { batchesOf, itemOf } from '../testing/batches.ts'
import { requestDownloadOf } from '../testing/downloads.ts'
import { openTestBackend, RESOLVED_VIDEO, unwrap, writeClip } from '../testing/test-backend.ts'
import { processLink } from '../videos/process-link.ts'
import { readGop } from '../videos/read-frames.ts'
import { cancelDownload } from './end-download.ts'
import { runCutJob } from './run-cut-job.ts'
import { storeSegmentsOfClipsInWork } from './store-live-segments.ts'

const { signal } = new AbortController()

/** A live stream as it was at a lookup. */
function streamOf(window: string): ResolvedVideo {
  const renditions = RESOLVED_VIDEO.renditions.map((rendition) => ({
    ...rendition,
    address: `https://media.example/${window}`,
  }))
  return { ...RESOLVED_VIDEO, renditions, live: { id: window, at: '2026-11-20T12:00:00Z' } }
}

const backend = await openTestBackend()
const { openRendition } = backend.source
const openedAddresses: string[] = []
const heldAddresses: string[] = []
let link: string
let viewer: ViewerRecord
let links = 0
beforeEach(async () => {
  links += 1
  link = `https://youtu.be/${String(links).padStart(11, 'a')}`
  viewer = await backend.viewer()
  openedAddresses.length = 0
  heldAddresses.length = 0
  Object.assign(backend.source, {
    asked: [],
    openRendition: async (...args: Parameters<typeof openRendition>) => {
      openedAddresses.push(args[0].address)
      return openRendition(...args)
    },
    storeSegments: async ({ address }: LocatedRendition, ranges: readonly TimeRange[]) => {
      heldAddresses.push(`${address} ${ranges[0]?.startTime}-${ranges[0]?.endTime}`)
    },
  })
  backend.engine.work = writeClip
})

const openLink = async () => unwrap(await processLink(backend, { link, viewer, signal }))
const openStream = (window: string) => {
  backend.source.answers.push({ ok: true, video: streamOf(window) })
  return openLink()
}
const runJob = (clipId: string) => runCutJob(backend, { clipId, signal })
const requestClip = async (video: VideoRecord) => unwrap(await requestDownloadOf(backend, video, viewer)).clip

it('a live stream opens with its last 30 seconds, and is looked up again for each paste', async () => {
  const first = await openStream('one')
  expect(first.trim).toEqual({ startTime: 70, endTime: 100 })
  expect((await openStream('two')).details.live?.id).toBe('two')
})

it('a clip uses the window of its own lookup, and equal times in another window are another clip', async () => {
  const first = await openStream('one')
  const second = await openStream('two')
  const clips = [await requestClip(first), await requestClip(second)]
  expect(clips[0]!.id).not.toBe(clips[1]!.id)
  for (const { id } of clips) await runJob(id)
  expect(openedAddresses).toEqual(['https://media.example/one', 'https://media.example/two'])
  expect(backend.source.asked).toHaveLength(2)
})

it('the segments of a clip are fetched as soon as it is requested, also in a batch', async () => {
  const video = await openStream('fetched')
  await requestClip(video)
  await vi.waitFor(() => expect(heldAddresses).toContain('https://media.example/fetched 70-100'))
  const batches = batchesOf(backend)
  await batches.take({ ...viewer, kind: 'pro' }, [itemOf(video, 10, 20)])
  await vi.waitFor(() => expect(heldAddresses).toContain('https://media.example/fetched 10-20'))
})

it('segments of a clip are fetched once, however often it is requested, and no longer once it is cancelled', async () => {
  const holds: { address: string; isNeeded: StoreSegmentsOptions['isNeeded'] }[] = []
  const holdsOf = (window: string) => holds.filter(({ address }) => address.endsWith(`/${window}`))
  const fetching = Promise.withResolvers<void>()
  Object.assign(backend.source, {
    storeSegments: async (
      { address }: LocatedRendition,
      _: readonly TimeRange[],
      { isNeeded }: StoreSegmentsOptions,
    ) => {
      holds.push({ address, isNeeded })
      await fetching.promise
    },
  })
  const video = await openStream('popular')
  const { download } = unwrap(await requestDownloadOf(backend, video, viewer))
  await vi.waitFor(() => expect(holdsOf('popular')).toHaveLength(1))
  for (const _ of Array(20)) await requestClip(video)
  await requestClip(await openStream('later'))
  await vi.waitFor(() => expect(holdsOf('later')).toHaveLength(1))
  const [hold, ...repeatedHolds] = holdsOf('popular')
  expect(repeatedHolds).toEqual([])
  expect(await hold!.isNeeded()).toBe(true)
  await cancelDownload(backend, { id: download.id, viewer })
  expect(await hold!.isNeeded()).toBe(false)
  fetching.resolve()
})

it('segments of clips in work are fetched again after a restart', async () => {
  await requestClip(await openStream('restarted'))
  const ofClip = () => heldAddresses.filter((hold) => hold.includes('restarted'))
  await vi.waitFor(() => expect(ofClip()).toHaveLength(1))
  await vi.waitFor(async () => {
    await storeSegmentsOfClipsInWork(backend)
    expect(ofClip().length).toBeGreaterThan(1)
  })
})

it('a server that fails while segments are fetched causes one log line, without a stack', async () => {
  const line = Promise.withResolvers<object>()
  Object.assign(backend.source, {
    storeSegments: async () => Promise.reject(new SourceReadError('source_failed', 'It is down.')),
  })
  const info = (context: object, message: string) => {
    if (message === 'live segments could not be held') line.resolve(context)
  }
  const video = await openStream('one')
  const { clip } = unwrap(await requestDownloadOf({ ...backend, log: { ...backend.log, info } }, video, viewer))
  expect(await line.promise).toEqual({ clipId: clip.id, code: 'source_failed' })
})

it('a clip whose segments are gone fails with its own code, and does not count', async () => {
  const clip = await requestClip(await openStream('one'))
  backend.engine.work = async () => {
    throw new SourceReadError('live_gone', 'The source no longer serves a segment of the stream.')
  }
  await runJob(clip.id)
  const failedClip = await backend.database.records.clips.find(clip.id)
  expect(failedClip).toMatchObject({ status: 'failed', errorCode: 'live_gone' })
  expect(await backend.usedToday(viewer.id)).toBe(0)
})

it('a forgotten window is never replaced by the newest one', async () => {
  const video = await openStream('one')
  const clip = await requestClip(video)
  await backend.database.records.resolutions.deleteOlderThan(new Date('2027-01-01'))
  backend.source.answers.push({ ok: true, video: streamOf('two') })
  await runJob(clip.id)
  expect(await backend.database.records.clips.find(clip.id)).toMatchObject({ status: 'failed', errorCode: 'live_gone' })
  const gop = await readGop(backend, { id: video.id, viewer, query: { at: 3 }, signal })
  expect(gop).toMatchObject({ ok: false, code: 'live_gone' })
})

it('a clip of a recording is refused if a stream has begun at its address', async () => {
  const clip = await requestClip(await openLink())
  await backend.database.records.resolutions.deleteOlderThan(new Date('2027-01-01'))
  backend.source.answers.push({ ok: true, video: streamOf('one') })
  await runJob(clip.id)
  expect(await backend.database.records.clips.find(clip.id)).toMatchObject({ status: 'failed', errorCode: 'live_gone' })
})

it('a stream is cut even if its segments could not be fetched beforehand', async () => {
  Object.assign(backend.source, {
    storeSegments: async () => Promise.reject(new SourceReadError('source_failed', 'It is down.')),
  })
  const clip = await requestClip(await openStream('one'))
  await runJob(clip.id)
  expect(await backend.database.records.clips.find(clip.id)).toMatchObject({ status: 'completed' })
})
