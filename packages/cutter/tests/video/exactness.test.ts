import { readFile } from 'node:fs/promises'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { probe } from '../../src/index.ts'
import { frameDigests } from '../support/clip-packets.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectExact, frameSeconds, type JudgedClip, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { applyOddity, randomRanges, randomShape, type VideoShape } from '../support/random-video.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** Number of videos of random shapes; `npm run test:hard` makes 150. */
const SHAPES = Number(process.env.CUTTER_SHAPES ?? 4)
const RANGES_PER_SHAPE = 4
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** Seeds of shapes whose clips were once wrong. */
const ONCE_WRONG_SEEDS = [
  // 22 kHz PCM: the AAC clip began with audio at 3 % of the loudness that belongs before its start.
  195_305_317,
]
/** Length of the longest clip, in minutes. */
const VIDEO_MINUTES = isAtLength ? 5 : 2
const MAX_FETCHED_SHARE = 1.1

const workshop = stampedWorkshop()
/** Number of packets of a clip that equal the source's packets at the same times, byte for byte. */
async function countCopiedFrames(source: Media, sourceDigests: Map<number, string>, clip: JudgedClip): Promise<number> {
  const { access } = source.video!
  const timescale = access.kind === 'indexed' ? access.track.timescale : 0
  const firstTick = Math.round(clip.receipt.firstFrameSeconds! * timescale)
  let count = 0
  for (const [tick, digest] of await frameDigests(await openBytes(await readFile(clip.path)))) {
    count += sourceDigests.get(firstTick + tick) === digest ? 1 : 0
  }
  return count
}

const usualRecipes: Record<string, StampedRecipe> = {
  'a plain MP4 of 30 fps with two B-frames': smallRecipe({ videoBitrate: 1_500_000 }),
  'a DASH pair of 60 fps': smallRecipe({
    layout: 'dash-pair',
    frameRate: [60, 1],
    frames: 300,
    gopFrames: 100,
    bFrames: 3,
    videoBitrate: 1_500_000,
  }),
}

describe.each(Object.entries(usualRecipes))('a clip of %s', (name, recipe) => {
  let source: StampedSource
  let digests: Map<number, string> | undefined
  beforeAll(async () => {
    source = await workshop.make(recipe, Object.keys(usualRecipes).indexOf(name).toString())
  })

  const secondsAt = (frame: number) => frameSeconds(recipe, frame)
  const gopFrames = recipe.gopFrames
  const ranges: [string, TimeRange][] = [
    ['exactly from a keyframe to a keyframe', { startTime: secondsAt(gopFrames), endTime: secondsAt(2 * gopFrames) }],
    ['from just before a keyframe', { startTime: secondsAt(gopFrames - 1), endTime: secondsAt(gopFrames + 20) }],
    [
      'from just behind a keyframe to just before one',
      { startTime: secondsAt(gopFrames + 1), endTime: secondsAt(2 * gopFrames - 1) },
    ],
    ['to just behind a keyframe', { startTime: secondsAt(gopFrames + 7), endTime: secondsAt(2 * gopFrames + 1) }],
    ['of the very first frame', { startTime: 0, endTime: secondsAt(1) }],
    ['of the very last frames', { startTime: secondsAt(recipe.frames - 3), endTime: secondsAt(recipe.frames) }],
    ['of a single frame inside a GOP', { startTime: secondsAt(gopFrames + 9), endTime: secondsAt(gopFrames + 10) }],
    ['of one second', { startTime: 1.234, endTime: 2.234 }],
    ['of everything', { startTime: 0, endTime: secondsAt(recipe.frames) }],
  ]

  it.each(ranges)('has exactly the frames and the audio %s, and fetches little else', async (_, range) => {
    const bytesBefore = source.bytesRead()
    const clip = await expectExact(source.media, uneditedVideo(recipe), range, workshop)
    const { receipt } = clip
    const bytesRead = source.bytesRead() - bytesBefore
    expect(receipt.bytesFetched).toBe(bytesRead)
    expect(bytesRead).toBeLessThanOrEqual(MAX_FETCHED_SHARE * (receipt.bytesCovered + source.media.indexBytes))
    // The digests are computed after the first cut, because computing them reads the source's index.
    digests ??= await frameDigests(source.media)
    expect(await countCopiedFrames(source.media, digests, clip)).toBe(receipt.framesCopied)
    expect(await probe(clip.path)).toMatchObject({ frames: clip.receipt.frames, hasAudio: true })
  })
})

describe('a clip of a video of any shape', () => {
  const seeds = [
    ...Array.from({ length: SHAPES }, (_, index) => testSeed + index),
    ...(isAtLength ? ONCE_WRONG_SEEDS : []),
  ]
  const shapes = seeds.map((seed) => [seed, randomShape(seededRandom(seed))] as const)

  it.each(shapes)('of seed %i has exactly the frames and the audio of any range', async (seed, shape) => {
    const random = seededRandom(seed + 0x5eed)
    const { media, shown: shownVideo } = await openShape(shape, `shape-${seed}`, random)
    let digests: Map<number, string> | undefined
    for (const range of randomRanges(random, shownVideo, shape.recipe.gopFrames, RANGES_PER_SHAPE)) {
      const description = `CUTTER_SEED=${seed}: ${JSON.stringify({ ...shape, range })}`
      const clip = await expectExact(media, shownVideo, range, workshop, shape.request).catch((error: Error) => {
        error.message = `${description}\n${error.message}`
        throw error
      })
      digests ??= await frameDigests(media)
      expect(await countCopiedFrames(media, digests, clip), description).toBe(clip.receipt.framesCopied)
    }
  })
})

it.each(['webm', 'ts'] as const)(
  "a clip of a GOP's first frames has its B-frames, whose references come later: %s",
  async (layout) => {
    const recipe = smallRecipe({ layout, frameRate: [25, 1], frames: 89, gopFrames: 16, bFrames: 3 })
    const { media } = await workshop.make(recipe, `first-frames-${layout}`)
    const startTime = frameSeconds(recipe, 48)
    for (const count of [2, 3, 4, 5]) {
      await expectExact(
        media,
        uneditedVideo(recipe),
        { startTime, endTime: frameSeconds(recipe, 48 + count) },
        workshop,
      )
    }
  },
)

it.each(['moov-last', 'dash-pair', 'webm', 'ts'] as const)(
  'a time in milliseconds means the frame displayed with it, as start and as end: %s',
  async (layout) => {
    const recipe = smallRecipe({ layout, frames: 70 })
    const { media } = await workshop.make(recipe, `milliseconds-${layout}`)
    // Frames 2, 29, 38 and 62 begin at 66.667, 966.667, 1266.667 and 2066.667 ms; frame 7 at 233.333.
    for (const [startTime, endTime, first, last] of [
      [0.067, 0.967, 2, 28],
      [0.233, 2.067, 7, 61],
      [1.267, 2.067, 38, 61],
    ] as const) {
      const { clip, receipt } = await expectExact(media, uneditedVideo(recipe), { startTime, endTime }, workshop)
      expect([clip.frames.at(0)?.number, clip.frames.at(-1)?.number]).toEqual([first, last])
      expect(receipt.durationSeconds).toBeCloseTo((last + 1 - first) / 30, 3)
    }
  },
)

async function openShape(shape: VideoShape, name: string, random: () => number) {
  const { videoPath, audioPath } = await makeStampedMedia(shape.recipe, workshop.directory, name)
  const { sourceVideo, shown: shownVideo } = applyOddity(await readFile(videoPath!), shape, random)
  const video = bytesAsSource(sourceVideo)
  const audio = audioPath === videoPath || audioPath === null ? video : bytesAsSource(await readFile(audioPath))
  return { media: await openMedia({ video, audio }), shown: shownVideo }
}

it.each([
  { frameRate: [60, 1], frames: 61, sampleRate: 44_100 },
  { frameRate: [50, 1], frames: 52, sampleRate: 48_000 },
] as const)('a clip that ends just before its last audio packet has no encoder ringing there: %o', async (changes) => {
  const recipe = smallRecipe({ width: 160, height: 96, layout: 'moov-last', channels: 1, ...changes })
  const { media } = await workshop.make(recipe, `steep-${changes.frames}`)
  await expectExact(
    media,
    uneditedVideo(recipe),
    { startTime: 0, endTime: frameSeconds(recipe, changes.frames) },
    workshop,
  )
})

describe(`a clip of ${VIDEO_MINUTES} minutes`, () => {
  it('from a long video is exact from its first frame to its last', async () => {
    const recipe: StampedRecipe = {
      width: 160,
      height: 96,
      frameRate: [5, 1],
      frames: VIDEO_MINUTES * 300 + 100,
      gopFrames: 25,
      bFrames: 2,
      texture: false,
      video: 'h264',
      audio: 'aac',
      channels: 1,
      sampleRate: 8000,
      audioBitrate: 24_000,
      layout: 'dash-pair',
    }
    const { media } = await workshop.make(recipe, 'long')
    const range = { startTime: 7.5, endTime: 7.5 + VIDEO_MINUTES * 60 }
    const { receipt } = await expectExact(media, uneditedVideo(recipe), range, workshop)
    expect(receipt.frames).toBe(VIDEO_MINUTES * 300)
    expect(receipt.framesCopied).toBeGreaterThan(VIDEO_MINUTES * 280)
  })
})
