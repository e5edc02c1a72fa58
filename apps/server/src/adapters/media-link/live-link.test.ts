import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { type LiveStream, type LiveVariant, startLiveStream } from '@kerf/standins/live/start-live-stream'
import { afterAll, describe, expect, it } from 'vitest'
import type { LocatedRendition, ResolvedVideo } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createMediaLinkSource } from './media-link-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const VIDEO_SECONDS = 16
/** One-second segments. */
const recipe = {
  width: 160,
  height: 96,
  frameRate: [25, 1],
  frames: VIDEO_SECONDS * 25,
  gopFrames: 25,
  bFrames: 2,
} as const
const MUXED = { ...recipe, video: 'h264', audio: 'aac', layout: 'hls' } as const
const LOOKED_UP_AT = new Date('2026-11-20T12:00:00Z')
const HOLD = { maxBytes: 100_000_000, signal, isNeeded: async () => true }

async function makeVariant(name: string, changes: Partial<StampedRecipe>, attributes: string): Promise<LiveVariant> {
  const { videoPath, audioPath } = await makeStampedMedia({ ...MUXED, ...changes }, directory, name)
  return { name, directory: dirname((videoPath ?? audioPath)!), attributes }
}

const smallVariant = await makeVariant('small', {}, 'BANDWIDTH=400000,RESOLUTION=160x96,CODECS="avc1.64000b,mp4a.40.2"')
const largeVariant = await makeVariant(
  'large',
  { width: 320, height: 180 },
  'BANDWIDTH=900000,RESOLUTION=320x180,CODECS="avc1.64001e,mp4a.40.2"',
)
const mp4 = await makeVariant('mp4', { layout: 'hls-mp4' }, '')
const engine = createMediaEngine({ scratchDirectory: directory })
afterAll(() => engine.close())

async function openStream(
  variants: LiveVariant[],
  windowSegments: number,
  beforeRequest: (url: string) => void = () => undefined,
) {
  const stream = await startLiveStream(variants, windowSegments)
  afterAll(stream.close)
  const openedFetcher = openFetcher({ allow: [stream.host] })
  const get: typeof openedFetcher.get = (url, request) => {
    beforeRequest(String(url))
    return openedFetcher.get(url, request)
  }
  const fetcher = { ...openedFetcher, get }
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) })
  const source = createMediaLinkSource({ fetcher, engine, files, clock: { now: () => LOOKED_UP_AT } })
  return { stream, source }
}

type Source = Awaited<ReturnType<typeof openStream>>['source']

async function resolvePath(source: Source, stream: LiveStream, path: string): Promise<ResolvedVideo> {
  const resolution = await source.resolve(stream.urlOf(path), signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
  return resolution.video
}

let clips = 0

/** Cuts a range and decodes it. */
async function cutRange(source: Source, rendition: LocatedRendition, startTime: number, endTime: number) {
  const ranges = [{ startTime, endTime }]
  const media = await source.openRendition(rendition, signal, ranges)
  clips += 1
  const filePath = join(directory, `clip-${clips}.mp4`)
  const cutRequest = {
    parts: { video: media, audio: media },
    ranges,
    spec: { kind: 'video', height: null },
    filePath,
  } as const
  await engine.cut(cutRequest, { signal, onProgress: () => undefined })
  return readStamps(filePath)
}

/** Frames of the source video in a range of its own timeline. */
const framesBetween = (startTime: number, endTime: number) =>
  Array.from({ length: Math.round((endTime - startTime) * 25) }, (_, index) => Math.round(startTime * 25) + index)

describe.each([smallVariant, mp4])('a live stream in segments of $name', (variant) => {
  it('opens as a video of its window at that time, and clips are exact', async () => {
    const { stream, source } = await openStream([variant], 8)
    stream.slide(4)
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    expect(video.durationSeconds).toBeCloseTo(8, 1)
    expect(video.live).toEqual({ id: expect.any(String), at: LOOKED_UP_AT.toISOString() })
    stream.slide(5)
    // The window begins at second 4, and the clip at second 9.4.
    const clip = await cutRange(source, video.renditions[0]!, 6.4, 7.4)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesBetween(10.4, 11.4))
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 10.4) ?? 1)).toBeLessThanOrEqual(0.001)
  })

  it('keeps the stored segments of a clip after they have left the stream', async () => {
    const { stream, source } = await openStream([variant], 8)
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    const [rendition] = video.renditions
    stream.slide(2)
    await source.storeSegments!(rendition!, [{ startTime: 3.2, endTime: 4.6 }], HOLD)
    stream.slide(8)
    stream.requests.length = 0
    const clip = await cutRange(source, rendition!, 3.2, 4.6)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesBetween(3.2, 4.6))
    expect(stream.requests).toEqual([])
  })

  it('refuses a clip whose segments have left the stream', async () => {
    const { stream, source } = await openStream([variant], 8)
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    stream.slide(4)
    await expect(cutRange(source, video.renditions[0]!, 3.2, 6.6)).rejects.toMatchObject({ code: 'live_gone' })
    await expect(cutRange(source, video.renditions[0]!, 1, 2)).rejects.toMatchObject({ code: 'live_gone' })
  })

  it('begins a segment later if its oldest segment leaves during the lookup', async () => {
    let hasLeft = false
    const { stream, source } = await openStream([variant], 8, (url) => {
      if (hasLeft || url.endsWith('.m3u8')) return
      hasLeft = true
      stream.slide(1)
    })
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    expect(video.durationSeconds).toBeCloseTo(7, 1)
    const clip = await cutRange(source, video.renditions[0]!, 0.4, 1.4)
    expect(clip.frames.map(({ number }) => number)).toEqual(framesBetween(1.4, 2.4))
  })

  it('shows its thumbnails after its first segments have left the stream', async () => {
    const { stream, source } = await openStream([variant], 8)
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    stream.slide(1)
    const sheet = await source.fetchImage(video.filmstrip!.sheetAddresses[0]!, signal)
    expect([...sheet.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8])
  })

  it('is a new video each time its link is pasted', async () => {
    const { stream, source } = await openStream([variant], 8)
    const earlier = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    stream.slide(3)
    const laterVideo = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    expect(laterVideo.live!.id).not.toBe(earlier.live!.id)
    const [earlierClip, laterClip] = [
      await cutRange(source, earlier.renditions[0]!, 6, 7),
      await cutRange(source, laterVideo.renditions[0]!, 3, 4),
    ]
    const frames = framesBetween(6, 7)
    for (const clip of [earlierClip, laterClip]) expect(clip.frames.map(({ number }) => number)).toEqual(frames)
  })

  it('is an ordinary video once it has ended', async () => {
    const { stream, source } = await openStream([variant], 8)
    stream.end()
    const video = await resolvePath(source, stream, `/${variant.name}/index.m3u8`)
    expect(video.live).toBeUndefined()
    expect(video.durationSeconds).toBeCloseTo(8, 1)
  })
})

describe('a live stream in several sizes', () => {
  it.each([
    ['the large one is a segment behind', [smallVariant, { ...largeVariant, behind: 1 }], 4],
    ['the small one is a segment behind', [{ ...smallVariant, behind: 1 }, largeVariant], 4],
  ])('has the same times in all sizes, even if %s', async (_, variants, first) => {
    const { stream, source } = await openStream(variants, 8)
    stream.slide(first)
    const video = await resolvePath(source, stream, '/master.m3u8')
    // Seven segments are in both windows.
    expect(video.durationSeconds).toBeCloseTo(7, 1)
    for (const rendition of video.renditions) {
      const clip = await cutRange(source, rendition, 2.2, 3.6)
      expect(clip.frames.map(({ number }) => number)).toEqual(framesBetween(first + 2.2, first + 3.6))
      expect(Math.abs(audioOffsetSeconds(clip.audio!, first + 2.2) ?? 1)).toBeLessThanOrEqual(0.001)
    }
  })

  it.each([1, 4])('refuses clips in a size whose segments are %i s late under the same numbers', async (seconds) => {
    const shiftedVariant = { ...largeVariant, behind: -seconds, renumberedBy: -seconds }
    const { stream, source } = await openStream([smallVariant, shiftedVariant], 8)
    const { renditions } = await resolvePath(source, stream, '/master.m3u8')
    const [exactRendition, misfit] = [renditions[0]!, renditions[1]!]
    expect((await cutRange(source, exactRendition, 0, 3)).frames.map(({ number }) => number)).toEqual(
      framesBetween(0, 3),
    )
    for (const [startTime, endTime] of [
      [0, 8],
      [0.2, 3.6],
      [4.5, 8],
    ] as const)
      await expect(cutRange(source, misfit, startTime, endTime)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('is offered only in readable sizes', async () => {
    const { stream, source } = await openStream([smallVariant, largeVariant], 8)
    stream.requests.length = 0
    const brokenVariant = { ...largeVariant, name: 'gone' }
    const otherStream = await startLiveStream([smallVariant], 8, {
      master: [`#EXT-X-STREAM-INF:${brokenVariant.attributes}`, 'gone/index.m3u8'],
    })
    afterAll(otherStream.close)
    const fetcher = openFetcher({ allow: [otherStream.host] })
    const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) })
    const narrowSource = createMediaLinkSource({ fetcher, engine, files, clock: { now: () => new Date() } })
    expect((await resolvePath(narrowSource, otherStream, '/master.m3u8')).renditions).toHaveLength(1)
    expect((await resolvePath(source, stream, '/master.m3u8')).renditions).toHaveLength(2)
  })
})

it('a live stream whose durations are rounded is cut exactly up to its end', async () => {
  // 40 segments of 0.96 seconds. Their playlist is wrong by more than a segment at its end.
  const roundedVariant = await makeVariant('rounded', { frames: 960, gopFrames: 24 }, '')
  const path = join(roundedVariant.directory, 'index.m3u8')
  let seconds = -0.96
  const text = (await readFile(path, 'utf8')).replaceAll(/^#EXTINF:.*$/gm, () => {
    seconds += 0.96
    return `#EXT-X-PROGRAM-DATE-TIME:${new Date(1_700_000_000_000 + seconds * 1000).toISOString()}\n#EXTINF:1,`
  })
  await writeFile(path, text)
  const { stream, source } = await openStream([roundedVariant], 40)
  const video = await resolvePath(source, stream, '/rounded/index.m3u8')
  expect(video.durationSeconds).toBeCloseTo(38.4, 1)
  const clip = await cutRange(source, video.renditions[0]!, 36.2, 38.2)
  expect(clip.frames.map(({ number }) => number)).toEqual(framesBetween(36.2, 38.2))
})

it('a live stream without segments is refused', async () => {
  const { stream, source } = await openStream([smallVariant], 8)
  stream.slide(VIDEO_SECONDS)
  expect(await source.resolve(stream.urlOf('/small/index.m3u8'), signal)).toMatchObject({
    ok: false,
    code: 'video_live',
  })
})
