import { writeFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { FramePlace } from '../../src/api/preview.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { frameRangeAt, readGop } from '../../src/read-gop.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
/** Makes a six-second video with a keyframe every 40 frames. */
const makeVideo = (name: string, changes: Partial<StampedRecipe> = {}) =>
  workshop.make(smallRecipe({ gopFrames: 40, audio: null, ...changes }), name)

const SIZE_LIMIT = { maxBytes: 4_000_000 }

/**
 * Reads the GOP at the time `seconds`. FFmpeg decodes its frames; mediabunny, as in the web app, reads its times and
 * codec.
 */
async function gopAt(media: Media, seconds: number, options = SIZE_LIMIT) {
  const { bytes } = await readGop(media, seconds, options)
  const path = workshop.clipPath()
  await writeFile(path, bytes)
  const { frames } = await readStamps(path)
  const track = (await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).getPrimaryVideoTrack())!
  const first = await track.getFirstTimestamp()
  let end = first
  for await (const { duration } of new EncodedPacketSink(track).packets()) end += duration
  const gopFrames = frames.filter((frame) => frame.seconds < end - 1e-4)
  return { bytes, frames: gopFrames, first, end, codec: await track.getCodecParameterString() }
}

const numbersOf = ({ frames }: Awaited<ReturnType<typeof gopAt>>) => frames.map(({ number }) => number)
const numbersFrom = (first: number, to: number) => Array.from({ length: to - first }, (_, index) => first + index)

describe('the GOP at a given time', () => {
  it.each<[string, Partial<StampedRecipe>, RegExp]>([
    ['a plain MP4', {}, /^avc1/],
    ['an MP4 of 29.97 frames a second', { frameRate: [30000, 1001] }, /^avc1/],
    ['a fragmented MP4', { layout: 'fragmented' }, /^avc1/],
    ['a fragmented MP4 with a segment index', { layout: 'dash-pair' }, /^avc1/],
    ['a transport stream', { layout: 'ts' }, /^avc1/],
    ['a Matroska with H.264', { layout: 'webm' }, /^avc1/],
    ['a WebM of VP9', { layout: 'webm', video: 'vp9', bFrames: 0 }, /^vp09/],
    ['an MP4 of AV1', { video: 'av1', bFrames: 0 }, /^av01/],
    ['an MP4 of HEVC', { video: 'hevc' }, /^hev1/],
  ])('of %s has every frame from its keyframe to the next, at its own time', async (name, changes, codecName) => {
    const { media, recipe } = await makeVideo(name.replace(/\W/g, '-'), changes)
    const [numerator, denominator] = recipe.frameRate
    const timeOf = (number: number) => (number * denominator) / numerator
    for (const number of [0, 39, 40, 57, 79]) {
      const gop = await gopAt(media, timeOf(number) + 0.001)
      const keyframe = number - (number % 40)
      expect(numbersOf(gop)).toEqual(numbersFrom(keyframe, keyframe + 40))
      for (const { number: frameNumber, seconds } of gop.frames) expect(seconds).toBeCloseTo(timeOf(frameNumber!), 2)
      expect(gop.codec).toMatch(codecName)
      expect(gop.first).toBeCloseTo(timeOf(gop.frames[0]!.number!), 2)
      expect(gop.end).toBeCloseTo(timeOf(keyframe + 40), 2)
    }
  })

  it('with an open GOP begins with a recovery point', async () => {
    const { media } = await makeVideo('open', { openGop: true })
    const { bytes } = await readGop(media, 57 / 30 + 0.001, SIZE_LIMIT)
    const track = (await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).getPrimaryVideoTrack())!
    const numbers: number[] = []
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) numbers.push(Math.round(timestamp * 30))
    expect(numbers[0]).toBe(40)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbersFrom(40, 80))
  })

  it('keeps the times of a variable frame rate', async () => {
    const presentationTicks = Array.from({ length: 120 }, (_, index) => index + Math.floor(index / 3))
    const { media } = await makeVideo('variable', { frames: 120, shownAt: presentationTicks })
    const { frames } = await gopAt(media, presentationTicks[50]! / 30 + 0.001)
    expect(frames.map(({ number }) => number)).toEqual(numbersFrom(40, 80))
    for (const { number, seconds } of frames) expect(seconds).toBeCloseTo(presentationTicks[number!]! / 30, 3)
  })

  it('ends earlier if it is too large, without a missing frame before its end', async () => {
    const { media } = await makeVideo('large')
    const wholeGop = await gopAt(media, 1.4)
    const smallGop = await gopAt(media, 1.4, { maxBytes: wholeGop.bytes.length / 2 })
    const numbers = numbersOf(smallGop)
    expect(smallGop.bytes.length).toBeLessThan(wholeGop.bytes.length / 2 + 1000)
    expect(numbers).toEqual(numbersFrom(40, 40 + numbers.length))
    expect(numbers.length).toBeGreaterThan(5)
    await expect(gopAt(media, 2.6, { maxBytes: wholeGop.bytes.length / 2 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('is refused for audio', async () => {
    const { media } = await makeVideo('audio', { video: null, audio: 'aac', layout: 'plain' })
    await expect(readGop(media, 1, SIZE_LIMIT)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('is the last one for a time past the end', async () => {
    const { media } = await makeVideo('ending')
    expect(numbersOf(await gopAt(media, 7))).toEqual(numbersFrom(160, 180))
  })

  it.each<[string, Partial<StampedRecipe>]>([
    ['an MP4', {}],
    ['a WebM, whose times are milliseconds', { layout: 'webm', video: 'vp9', bFrames: 0 }],
    ['a Matroska with B-frames', { layout: 'webm' }],
    ['a transport stream', { layout: 'ts' }],
  ])('of %s tells the first, last and displayed frame of a clip', async (name, changes) => {
    const { media } = await makeVideo(`places-${name.replace(/\W/g, '-')}`, changes)
    const numberAt = async (seconds: number, place: FramePlace) => {
      const { startTime, endTime } = await frameRangeAt(media, seconds, place, SIZE_LIMIT)
      expect(endTime - startTime).toBeCloseTo(1 / 30, 2)
      return Math.round(startTime * 30)
    }
    // Frame 39 is the last of its GOP, and 41 is at 1.36667.
    for (const [seconds, start, end, at] of [
      [1.3333, 40, 39, 40],
      [1.32, 40, 39, 39],
      // The time is up to two milliseconds before the keyframe.
      [1.332, 40, 39, 39],
      [1.367, 41, 40, 41],
      [1.35, 41, 40, 40],
      [0, 0, 0, 0],
      [6, 179, 179, 179],
    ] as const)
      expect([await numberAt(seconds, 'start'), await numberAt(seconds, 'end'), await numberAt(seconds, 'at')]).toEqual(
        [start, end, at],
      )
  })
})
