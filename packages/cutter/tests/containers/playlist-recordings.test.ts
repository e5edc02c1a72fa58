import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { beforeAll, describe, expect, it } from 'vitest'
import { planCut } from '../../src/plan-cut.ts'
import { drawSheet } from '../../src/preview/thumbnails.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { type LumaFrame, lumaFrames } from '../support/luma-frames.ts'
import { openMedia } from '../support/open-media.ts'
import { encryptSegment, PlaylistSite } from '../support/playlist-site.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { withClockAt } from '../support/ts-tables.ts'

/** A recipe for one 25-frame segment per second. */
const recipe = smallRecipe({ width: 160, height: 96, layout: 'hls', frameRate: [25, 1], frames: 100, gopFrames: 25 })
const sourceVideo = uneditedVideo(recipe)
const AES_KEY = Buffer.from('0123456789abcdef')
const workshop = stampedWorkshop()
let directory: string
/** Segments of the same video in several sizes and containers, by name. */
const segments: Record<string, Buffer[]> = {}

beforeAll(async () => {
  const make = async (name: string, changes: Partial<typeof recipe>, ending = 'ts') => {
    const { videoPath } = await makeStampedMedia({ ...recipe, ...changes }, workshop.directory, name)
    directory = dirname(videoPath!)
    const names = [0, 1, 2, 3].map((index) => `index${index}.${ending}`)
    segments[name] = await Promise.all(names.map((file) => readFile(join(directory, file))))
    if (ending === 'm4s') segments[name]!.push(await readFile(join(directory, 'init.mp4')))
  }
  await make('sourceVideo', {})
  await make('larger', { width: 320, height: 180, sampleRate: 48_000 })
  await make('limited range', { pixelFormat: 'yuv420p10' })
  await make('full range', { pixelFormat: 'yuv420p10', isFullRange: true })
  await make('mp4', { layout: 'hls-mp4' }, 'm4s')
})

interface ListedSegment {
  bytes: Buffer
  seconds?: number
  /** Lines of the playlist before this segment. */
  tags?: string[]
}

/** A playlist of these segments. */
function playlistOf(listedSegments: readonly ListedSegment[], site = new PlaylistSite(directory)) {
  const lines = listedSegments.flatMap(({ bytes, seconds = 1, tags = [] }, index) => {
    site.put(`part${index}`, bytes)
    return [...tags, `#EXTINF:${seconds.toFixed(3)},`, `part${index}`]
  })
  const text = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST'].join('\n')
  return { site, source: site.source(text) }
}

async function open(listedSegments: readonly ListedSegment[], site?: PlaylistSite) {
  const playlist = playlistOf(listedSegments, site)
  return { site: playlist.site, media: await openMedia({ video: playlist.source, audio: playlist.source }) }
}

const DISCONTINUITY = '#EXT-X-DISCONTINUITY'
const segmentOf = (name: string, index: number, tags: string[] = [], byTicks = 0): ListedSegment => ({
  bytes: withClockAt(segments[name]![index]!, byTicks),
  tags,
})
/** In the middle of the video, another recording begins, whose clock is an hour ahead. */
const restartedRecording = (name = 'sourceVideo') => [
  segmentOf('sourceVideo', 0),
  segmentOf('sourceVideo', 1),
  segmentOf(name, 2, [DISCONTINUITY], 3600 * 90_000),
  segmentOf(name, 3, [], 3600 * 90_000),
]

const brightnessOf = ({ luma }: LumaFrame) => luma.reduce((sum, value) => sum + value, 0) / luma.length

describe('a playlist of two recordings with the same parameters', () => {
  it.each([
    ['inside of the first one', { startTime: 0.4, endTime: 1.6 }],
    ['inside of the second one', { startTime: 2.4, endTime: 3.6 }],
    ['from the border on', { startTime: 2, endTime: 3 }],
    ['across the border', { startTime: 0.6, endTime: 2.48 }],
    ['of everything', { startTime: 0, endTime: 4 }],
  ])('gives exactly the frames and the audio %s', async (_, range) => {
    const { media } = await open(restartedRecording())
    expect(media.facts.durationSeconds).toBeCloseTo(4, 3)
    const { receipt } = await expectExact(media, sourceVideo, range, workshop)
    expect(receipt.framesCopied).toBeGreaterThan(0)
  })

  it('is cut to its very end, even if its duration ends a frame earlier', async () => {
    const shortenedSegments = restartedRecording().map((segment, index) =>
      index === 3 ? { ...segment, seconds: 0.95 } : segment,
    )
    const { media } = await open(shortenedSegments)
    expect(media.facts.durationSeconds).toBeCloseTo(3.95, 3)
    const { clip } = await workshop.cut(media, { startTime: 1.4, endTime: 3.95 }, unscaledRequest)
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 65 }, (_, frame) => 35 + frame))
  })

  it('is joined after the whole last frame of a range', async () => {
    const { media } = await open(restartedRecording())
    // A range that ends while frame 61 is shown.
    const ranges = [
      { startTime: 1.4, endTime: 2.45 },
      { startTime: 0, endTime: 1 },
    ]
    const { clip } = await workshop.cut(media, ranges, unscaledRequest)
    expect(clip.frames[27]).toMatchObject({ number: 0, seconds: expect.closeTo(27 / 25, 3) })
  })

  it('is fetched only in the range', async () => {
    const { site, media } = await open(restartedRecording())
    site.requests.length = 0
    await expectExact(media, sourceVideo, { startTime: 3.2, endTime: 3.6 }, workshop)
    // The first segment of the recording is fetched too, because it shows the clock.
    expect(site.requests.map(({ path }) => path)).toEqual(['part2', 'part3'])
  })

  it('may be encrypted', async () => {
    const site = new PlaylistSite(directory)
    site.put('key.bin', AES_KEY)
    const listedSegments = restartedRecording().map(({ bytes, tags = [] }, index) => {
      const key = index === 0 ? ['#EXT-X-KEY:METHOD=AES-128,URI="key.bin"'] : []
      return { bytes: encryptSegment(bytes, AES_KEY, index), tags: [...key, ...tags] }
    })
    const { media } = await open(listedSegments, site)
    await expectExact(media, sourceVideo, { startTime: 1.3, endTime: 2.8 }, workshop)
  })

  it('may come as separate video and audio', async () => {
    const video = playlistOf(restartedRecording()).source
    const audio = playlistOf(restartedRecording()).source
    const media = await openMedia({ video, audio })
    await expectExact(media, sourceVideo, { startTime: 1.3, endTime: 2.8 }, workshop)
  })
})

describe('a playlist of recordings with different encodings', () => {
  const mixedRecordings = () => [
    segmentOf('sourceVideo', 0),
    segmentOf('sourceVideo', 1),
    segmentOf('sourceVideo', 2),
    segmentOf('larger', 3, [DISCONTINUITY], 90_000),
  ]

  it('has the facts of its longest recording', async () => {
    const { media } = await open(mixedRecordings())
    expect(media.facts).toMatchObject({ video: { width: 160, height: 96 }, audio: { sampleRate: 44_100 } })
  })

  it('is copied within each recording, in its own size', async () => {
    const { media } = await open(mixedRecordings())
    const { plan, receipt } = await expectExact(media, sourceVideo, { startTime: 3, endTime: 4 }, workshop)
    expect(plan.video).toMatchObject({ width: 320, height: 180 })
    expect(plan.audio).toMatchObject({ sampleRate: 48_000 })
    expect(receipt.framesReencoded).toBe(0)
  })

  it('is re-encoded across the border, in the size of the longest recording', async () => {
    const { media } = await open(mixedRecordings())
    const { plan } = await expectExact(media, sourceVideo, { startTime: 2.6, endTime: 3.4 }, workshop)
    expect(plan).toMatchObject({ way: 'transcoded', video: { width: 160, height: 96 } })
  })

  it('gives audio only, an animation, and a thumbnail sheet of all recordings', async () => {
    const { media } = await open(mixedRecordings())
    const range = { startTime: 2.6, endTime: 3.4 }
    const audio = await workshop.cutOnly(media, range, mp3Request)
    expect(audio.receipt.durationSeconds).toBeCloseTo(0.8, 2)
    const animation = await workshop.cutOnly(media, range, { kind: 'gif' })
    expect(animation.receipt.durationSeconds).toBeCloseTo(0.8, 1)
    const shape = { columns: 4, rows: 1, frameWidth: 64, frameHeight: 36 }
    const request = { ...shape, times: [0, 1, 2, 3], toleranceSeconds: 0.1 }
    expect((await drawSheet(media, request, { maxBytes: 1e7 })).length).toBeGreaterThan(500)
  })

  it.each([
    ['limited', 'full'],
    ['full', 'limited'],
  ])('keeps its brightness across the border, from %s to %s range', async (first, second) => {
    const { media } = await open([
      segmentOf(`${first} range`, 0),
      segmentOf(`${first} range`, 1),
      segmentOf(`${second} range`, 2, [DISCONTINUITY], 90_000),
    ])
    const { path } = await workshop.cutOnly(media, { startTime: 1.6, endTime: 2.4 })
    const brightnessAfter = brightnessOf((await lumaFrames(path))[10]!)
    const ownPlaylist = await open([segmentOf(`${second} range`, 2)])
    const ownCut = await workshop.cutOnly(ownPlaylist.media, { startTime: 0, endTime: 0.4 })
    const ownBrightness = brightnessOf((await lumaFrames(ownCut.path))[0]!)
    // Limited range has 219 steps from 16 on for the same brightness as the 255 steps of full range.
    const expectedBrightness = second === 'full' ? 16 + (ownBrightness * 219) / 255 : ((ownBrightness - 16) * 255) / 219
    expect(Math.abs(brightnessAfter - expectedBrightness)).toBeLessThan(1)
  })

  it('may change from a transport stream to fragments of an MP4', async () => {
    const site = new PlaylistSite(directory)
    site.put('init.mp4', segments.mp4![4]!)
    const [, segment1, segment2, segment3] = segments.mp4!
    const { media } = await open(
      [
        segmentOf('sourceVideo', 0),
        { bytes: segment1!, tags: [DISCONTINUITY, '#EXT-X-MAP:URI="init.mp4"'] },
        { bytes: segment2! },
        { bytes: segment3! },
      ],
      site,
    )
    await expectExact(media, sourceVideo, { startTime: 0.6, endTime: 2.3 }, workshop)
  })

  it('may change its header without a discontinuity tag if the frames stay the same', async () => {
    const site = new PlaylistSite(directory)
    site.put('init.mp4', segments.mp4![4]!)
    site.put('other.mp4', segments.mp4![4]!)
    const listedSegments = segments.mp4!.slice(0, 4).map((bytes, index) => ({
      bytes,
      tags: index === 0 ? ['#EXT-X-MAP:URI="init.mp4"'] : index === 2 ? ['#EXT-X-MAP:URI="other.mp4"'] : [],
    }))
    const { media } = await open(listedSegments, site)
    await expectExact(media, sourceVideo, { startTime: 1.5, endTime: 2.5 }, workshop)
  })
})

describe('a playlist with a gap', () => {
  const segmentsWithGap = () =>
    [0, 1, 2, 3].map((index) => segmentOf('sourceVideo', index, index === 1 ? ['#EXT-X-GAP'] : []))
  const gappedVideo = {
    ...sourceVideo,
    seconds: sourceVideo.seconds.map((time, frame) => (frame >= 25 && frame < 50 ? null : time)),
  }

  it('is cut around it, without requests for the missing segments', async () => {
    const { site, media } = await open(
      ['#EXT-X-START:TIME-OFFSET=2'].flatMap((tag) => [
        { ...segmentsWithGap()[0]!, tags: [tag] },
        ...segmentsWithGap().slice(1),
      ]),
    )
    const { clip } = await expectExact(
      media,
      { ...gappedVideo, audioAtZero: 0 },
      { startTime: 2.2, endTime: 3.4 },
      workshop,
    )
    expect(clip.frames).toHaveLength(30)
    expect(site.requests.map(({ path }) => path)).not.toContain('part1')
  })

  it('has no clip inside the gap', async () => {
    const { media } = await open(segmentsWithGap())
    const planning = planCut(media, { startTime: 1.2, endTime: 1.8 }, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'nothing_in_range' })
  })
})

describe('a playlist with other times than its segments', () => {
  it.each([
    ['too short', 0.7],
    ['too long', 1.3],
  ])('that are %s is cut by the times in the segments', async (_, seconds) => {
    const { media } = await open([0, 1, 2, 3].map((index) => ({ ...segmentOf('sourceVideo', index), seconds })))
    const end = Math.min(4, media.facts.durationSeconds)
    await expectExact(media, sourceVideo, { startTime: end - 1.1, endTime: end - 0.3 }, workshop)
    await expectExact(media, sourceVideo, { startTime: 1.04, endTime: 1.96 }, workshop)
  })

  it.each([
    ['two of them are swapped', [0, 2, 1, 3], { startTime: 2.2, endTime: 2.6 }],
    ['two of them are swapped in the range', [0, 2, 1, 3], { startTime: 1.8, endTime: 2.2 }],
    ['they stand in reverse', [3, 2, 1, 0], { startTime: 2.2, endTime: 2.6 }],
  ])('in which %s is broken', async (_, order, range) => {
    const { media } = await open(order.map((index) => segmentOf('sourceVideo', index)))
    await expect(workshop.cutOnly(media, range)).rejects.toMatchObject({ code: 'broken_media' })
  })
})
