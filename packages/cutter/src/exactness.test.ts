import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { soundOffsetSeconds } from '@kerf/stamped-media/stamped-sound'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutClip } from './cut-clip.ts'
import { fileSink } from './file-sink.ts'
import { openMedia } from './open-media.ts'
import { type CutRange, planCut } from './plan-cut.ts'
import { probeClip } from './probe-clip.ts'
import { pictureDigests } from './testing/clip-packets.ts'
import { frameSeconds, framesInRange } from './testing/expected-frames.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { type StampedSource, StampedWorkshop, smallRecipe } from './testing/stamped-source.ts'

/** Another seed every run, so that runs add up; a failure names it, and CUTTER_SEED brings it back. */
const seed = Number(process.env.CUTTER_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** For each of the sources: thirty-six in all, new ones at every run. */
const RANDOM_RANGES = 6
const MOST_SOUND_OFFSET_SECONDS = 0.001
const MOST_FETCHED_SHARE = 1.1
/** A lossy codec cannot stop dead: a steep edge rings for a millisecond. */
const EDGE_SAMPLES = 48
/** Beside sound of ordinary loudness nobody hears this: the encoder's own rounding. */
const AUDIBLE_SHARE = 0.03

const recipes: Record<string, StampedRecipe> = {
  'a plain MP4 of 30 fps with two B-frames': smallRecipe(),
  'an MP4 of 25 fps whose index comes last': smallRecipe({
    layout: 'moov-last',
    frameRate: [25, 1],
    bFrames: 3,
    gopFrames: 50,
  }),
  'a fragmented MP4 of 29.97 fps': smallRecipe({ layout: 'fragmented', frameRate: [30_000, 1001], gopFrames: 75 }),
  'a DASH pair of 60 fps': smallRecipe({
    layout: 'dash-pair',
    frameRate: [60, 1],
    frames: 480,
    gopFrames: 150,
    bFrames: 3,
  }),
  'a DASH pair of 29.97 fps without B-frames': smallRecipe({
    layout: 'dash-pair',
    frameRate: [30_000, 1001],
    bFrames: 0,
  }),
  'a plain MP4 of 24 fps, Main profile, 48 kHz mono': smallRecipe({
    frameRate: [24, 1],
    frames: 144,
    profile: 'main',
    sampleRate: 48_000,
    channels: 1,
    bFrames: 1,
  }),
}

let workshop: StampedWorkshop

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
})

afterAll(async () => {
  await workshop.close()
})

describe.each(Object.entries(recipes))('a clip of %s', { timeout: 60_000 }, (name, baseRecipe) => {
  // Bits as a site would spend them, so that shares of bytes mean something.
  const recipe = { ...baseRecipe, videoBitrate: 1_500_000 }
  let source: StampedSource
  let sourceDigests: Map<number, string> | undefined

  beforeAll(async () => {
    source = await workshop.make(recipe, Object.keys(recipes).indexOf(name).toString())
  })

  const at = (frame: number) => frameSeconds(recipe, frame)
  const key = recipe.gopFrames
  const ranges: [string, CutRange][] = [
    ['exactly from a keyframe to a keyframe', { startSeconds: at(key), endSeconds: at(2 * key) }],
    ['from just before a keyframe', { startSeconds: at(key - 1), endSeconds: at(key + 20) }],
    ['from just behind a keyframe to just before one', { startSeconds: at(key + 1), endSeconds: at(2 * key - 1) }],
    ['to just behind a keyframe', { startSeconds: at(key + 7), endSeconds: at(2 * key + 1) }],
    ['of the very first frame', { startSeconds: 0, endSeconds: at(1) }],
    ['of the very last frames', { startSeconds: at(recipe.frames - 3), endSeconds: at(recipe.frames) }],
    ['of a single frame inside a group', { startSeconds: at(key + 9), endSeconds: at(key + 10) }],
    ['of everything', { startSeconds: 0, endSeconds: at(recipe.frames) }],
  ]
  const random = seededRandom(seed + name.length)
  const duration = at(recipe.frames)
  for (let count = 0; count < RANDOM_RANGES; count++) {
    const startSeconds = Math.round(random() * (duration - 0.2) * 1000) / 1000
    const endSeconds = Math.round((startSeconds + 0.1 + random() * (duration - startSeconds - 0.1)) * 1000) / 1000
    ranges.push([`from ${startSeconds} to ${endSeconds} s (seed ${seed})`, { startSeconds, endSeconds }])
  }

  it.each(ranges)('holds exactly the frames and the sound %s', async (_, range) => {
    const path = workshop.clipPath()
    const readBefore = source.bytesRead()
    const plan = await planCut(source.media, range, { kind: 'video', height: null })
    const receipt = await cutClip(plan, fileSink(path))
    const bytesRead = source.bytesRead() - readBefore
    const clip = await readStamps(path)

    const wanted = framesInRange(recipe, range)
    expect(clip.frames.map(({ number }) => number)).toEqual(wanted)
    expect(clip.hidden.frames).toBe(wanted.length)
    const tooEarlyOrLate = clip.frames.filter(
      ({ seconds }, index) => Math.abs(seconds - (at(wanted[index]!) - at(wanted[0]!))) > 0.0005,
    )
    expect(tooEarlyOrLate).toEqual([])
    expectSoundOf(clip, at(wanted[0]!), at(wanted.at(-1)! + 1) - at(wanted[0]!))

    expect(receipt.frames).toBe(wanted.length)
    expect(receipt.framesCopied + receipt.framesReencoded).toBe(wanted.length)
    expect(receipt.bytesFetched).toBe(bytesRead)
    expect(bytesRead).toBeLessThanOrEqual(MOST_FETCHED_SHARE * (receipt.bytesCovered + source.media.indexBytes))
    // Not before the first cut, which is to find the source as it comes: its index unread.
    sourceDigests ??= await pictureDigests(source.media)
    expect(await copiedFrames(source, sourceDigests, path, receipt.firstFrameSeconds!)).toBe(receipt.framesCopied)
    expect(await probeClip(path)).toMatchObject({ frames: wanted.length, hasAudio: true })
  })
})

/** The sound begins with the first frame, lasts as long as the frames, and nothing audible lies beside it. */
function expectSoundOf(
  { sound, hidden }: Awaited<ReturnType<typeof readStamps>>,
  startSeconds: number,
  durationSeconds: number,
): void {
  expect(sound).not.toBeNull()
  const { sampleRate, channels, startSeconds: heardAt } = sound!
  expect(heardAt).toBeCloseTo(0, 3)
  expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds, 2)
  const offset = soundOffsetSeconds(sound!, startSeconds)
  // Too short a piece matches nowhere for certain.
  if (durationSeconds > 0.2) {
    expect(Math.abs(offset ?? Infinity)).toBeLessThanOrEqual(MOST_SOUND_OFFSET_SECONDS)
  }
  const everything = hidden.sound![0]!
  const heard = channels[0]!
  const begin = placeOf(heard, everything)
  const quietest = AUDIBLE_SHARE * Math.max(loudness(heard), 0.01)
  expect(loudness(everything.subarray(0, begin - EDGE_SAMPLES))).toBeLessThan(quietest)
  expect(loudness(everything.subarray(begin + heard.length + EDGE_SAMPLES))).toBeLessThan(quietest)
}

/** Where in everything that a file holds the part that is played begins. */
function placeOf(heard: Float32Array, everything: Float32Array): number {
  const COMPARED = 200
  for (let begin = 0; begin + heard.length <= everything.length; begin++) {
    if (heard.subarray(0, COMPARED).every((sample, index) => sample === everything[begin + index])) {
      return begin
    }
  }
  throw new Error('What is played is not what the file holds.')
}

function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** How many packets of the clip are those of the source, byte for byte, at the same time. */
async function copiedFrames(
  source: StampedSource,
  sourceDigests: Map<number, string>,
  clipPath: string,
  firstFrameSeconds: number,
): Promise<number> {
  const clipFile = await workshop.openFile(clipPath)
  const clip = await openMedia({ video: clipFile, audio: clipFile })
  const access = source.media.video!.access
  const timescale = access.kind === 'indexed' ? access.track.timescale : 0
  let copied = 0
  for (const [tick, digest] of await pictureDigests(clip)) {
    const sourceTick = Math.round(firstFrameSeconds * timescale) + tick
    copied += sourceDigests.get(sourceTick) === digest ? 1 : 0
  }
  return copied
}
