import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { readText } from '@kerf/stamped-media/read-text'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { probe } from '../../src/index.ts'
import { originalContainer } from '../../src/plan/original-container.ts'
import { planCut } from '../../src/plan-cut.ts'
import { trackPackets } from '../support/clip-packets.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom, loudness } from '../support/expect-audio.ts'
import { expectExact, frameSeconds, framesInRange, uneditedVideo } from '../support/expect-exact.ts'
import { withTurn } from '../support/odd-mp4.ts'
import { openMedia } from '../support/open-media.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** Samples of an Opus packet. */
const PACKET_SAMPLES = 960

const workshop = stampedWorkshop()

const vp9 = { width: 320, height: 180, frames: 90, gopFrames: 25, video: 'vp9', audio: 'opus', layout: 'webm' } as const
const sourceVideo = await workshop.make(smallRecipe(vp9), 'vp9')

const originalRequest = { kind: 'original' } as const
const mp4Request = { kind: 'original', container: 'mp4' } as const

async function expectExactOriginal(
  { media, recipe }: StampedSource,
  range: TimeRange,
  request: ClipSpec = originalRequest,
) {
  // WebM stores times in milliseconds.
  const video = { ...uneditedVideo(recipe), roundedToSeconds: 0.0005 }
  const judgedClip = await expectExact(media, video, range, workshop, request)
  const { clip, receipt, path } = judgedClip
  const frames = framesInRange(recipe, range).length
  if (recipe.audio) {
    const seconds = clip.audio!.channels[0]!.length / clip.audio!.sampleRate
    expect(Math.abs(seconds - frameSeconds(recipe, frames))).toBeLessThan(0.002)
  }
  expect(await probe(path)).toMatchObject({ frames, sizeBytes: receipt.clipBytes })
  return judgedClip
}

describe('VP9 and Opus in their own codecs', () => {
  it.each([
    ['between keyframes', 7, 71, 'smart', 26],
    ['on a keyframe', 25, 60, 'smart', 26],
    ['whole groups', 25, 75, 'copied', 50],
    ['inside of one group', 30, 40, 'transcoded', 0],
    ['of one frame', 33, 34, 'transcoded', 0],
    ['the whole video', 0, 90, 'copied', 90],
  ] as const)('are cut exactly: %s', async (_, from, to, way, copiedFrames) => {
    const range = { startTime: from / 30, endTime: to / 30 }
    const { receipt, plan } = await expectExactOriginal(sourceVideo, range)
    const plannedCopies = plan
      .video!.pieces.filter(({ how }) => how === 'copy')
      .reduce((sum, { frames }) => sum + frames, 0)
    expect(receipt.framesCopied - plannedCopies).toBeGreaterThanOrEqual(0)
    expect(receipt.framesCopied - plannedCopies).toBeLessThanOrEqual(1)
    // Copying stops before a packet with a hidden frame that is shown only after the end.
    expect(receipt).toMatchObject({ way, container: 'webm', framesCopied: copiedFrames })
  })

  it('are joined in order, with audio', async () => {
    const ranges = [
      { startTime: 50 / 30, endTime: 72 / 30 },
      { startTime: 5 / 30, endTime: 30 / 30 },
    ]
    const { receipt, clip } = await workshop.cut(sourceVideo.media, ranges, originalRequest)
    const expectedNumbers = ranges.flatMap((range) => framesInRange(sourceVideo.recipe, range))
    expect(clip.frames.map(({ number }) => number)).toEqual(expectedNumbers)
    expect(clip.frames[22]!.seconds).toBeCloseTo(22 / 30, 2)
    expect(receipt).toMatchObject({ frames: 47, container: 'webm' })
    const { sampleRate, channels } = clip.audio!
    const secondPart = channels.map((samples) => samples.subarray(Math.round((22 / 30) * sampleRate) + 100))
    expectAudioFrom({ sampleRate, channels: secondPart }, 5 / 30 + 100 / sampleRate)
  })

  it('may come from two files, and fail if the clip grows too large', async () => {
    const silentVideo = await workshop.make({ ...sourceVideo.recipe, audio: null, frames: 50 }, 'vp9-silent')
    const pair = {
      ...sourceVideo,
      media: await openMedia({ video: silentVideo.files[0]!, audio: sourceVideo.files[0]! }),
    }
    await expectExactOriginal(pair, { startTime: 12 / 30, endTime: 44 / 30 })
    const limits = { maxClipBytes: 9000 }
    const cutting = workshop.cutOnly(pair.media, { startTime: 0, endTime: 1 }, originalRequest, { limits })
    await expect(cutting).rejects.toMatchObject({ code: 'too_large' })
  })

  it('sound like the source throughout, and are silent outside the range', async () => {
    const { clip } = await workshop.cut(sourceVideo.media, { startTime: 10 / 30, endTime: 80 / 30 }, originalRequest)
    const source = await readStamps(join(workshop.directory, 'vp9.webm'))
    const decodedSamples = clip.audio!.channels[0]!
    const sourceSamples = source.audio!.channels[0]!
    const lag = lagOf(decodedSamples, sourceSamples, 16_000)
    const errors: number[] = []
    for (let at = 0; at + PACKET_SAMPLES <= decodedSamples.length; at += PACKET_SAMPLES) {
      const expectedSamples = sourceSamples.subarray(lag + at, lag + at + PACKET_SAMPLES)
      const difference = expectedSamples.map((sample, index) => sample - decodedSamples[at + index]!)
      errors.push(loudness(difference) / loudness(expectedSamples))
    }
    // The edges are re-encoded. A few packets further in, the clip has the bits of the source.
    expect(errors.filter((error) => error > 0.15)).toEqual([])
    expect(errors.slice(6, -3).filter((error) => error > 0.005)).toEqual([])
    const allSamples = clip.hidden.audio![0]!
    const hiddenSamples = allSamples.length - decodedSamples.length
    expect(hiddenSamples).toBeLessThan(3 * PACKET_SAMPLES)
    expect(loudness(allSamples.subarray(0, PACKET_SAMPLES))).toBeLessThan(0.001)
    // After the end, the last packet contains only rounding noise of the codec. Other tests use the same limit.
    expect(loudness(allSamples.subarray(-PACKET_SAMPLES / 8))).toBeLessThan(0.03 * loudness(decodedSamples))
  })
})

/** Offset of the decoded samples in the expected ones, near a guess. */
function lagOf(decodedSamples: Float32Array, expectedSamples: Float32Array, guess: number): number {
  const SEARCHED_SAMPLES = 100
  let best = { lag: guess, likeness: -Infinity }
  for (let lag = guess - SEARCHED_SAMPLES; lag <= guess + SEARCHED_SAMPLES; lag++) {
    let likeness = 0
    for (let index = 20_000; index < 22_000; index++) likeness += decodedSamples[index]! * expectedSamples[lag + index]!
    best = likeness > best.likeness ? { lag, likeness } : best
  }
  return best.lag
}

it.each(['webm', 'plain'] as const)('AV1 in %s is cut exactly, with Opus or audio re-encoded to it', async (layout) => {
  const recipe = smallRecipe({ width: 320, height: 180, frames: 60, gopFrames: 20, video: 'av1', layout })
  const sourceVideo = await workshop.make({ ...recipe, audio: layout === 'webm' ? 'opus' : 'aac' }, `av1-${layout}`)
  const { receipt } = await expectExactOriginal(sourceVideo, { startTime: 13 / 30, endTime: 51 / 30 })
  expect(receipt).toMatchObject({ way: 'smart', container: 'webm' })
  expect(receipt.framesCopied).toBeGreaterThanOrEqual(20)
  const { receipt: copiedReceipt } = await expectExactOriginal(sourceVideo, { startTime: 20 / 30, endTime: 2 })
  expect(copiedReceipt).toMatchObject({ way: 'copied', framesReencoded: 0 })
})

describe('VP9 and AV1 in an MP4', () => {
  it.each([
    ['vp9', 'webm'],
    ['av1', 'webm'],
    ['av1', 'plain'],
  ] as const)('%s from %s is cut exactly, with its audio in AAC', async (video, layout) => {
    const audio = layout === 'webm' ? 'opus' : 'aac'
    const recipe = { width: 320, height: 180, frames: 60, gopFrames: 20, video, audio, layout } as const
    const source = await workshop.make(smallRecipe(recipe), `to-mp4-${video}-${layout}`)
    for (const [from, to, way] of [
      [7, 51, 'smart'],
      [20, 60, 'copied'],
      [23, 33, 'transcoded'],
    ] as const) {
      const { receipt, plan, clip } = await expectExactOriginal(
        source,
        { startTime: from / 30, endTime: to / 30 },
        mp4Request,
      )
      expect(receipt).toMatchObject({ way, container: 'mp4' })
      expect(plan).toMatchObject({ container: 'mp4', audio: { codec: 'aac' } })
      expect(clip.codecs).toEqual({ video, audio: 'aac' })
    }
  })

  it('are joined, with chapters and subtitles as in any MP4', async () => {
    const ranges = [
      { startTime: 50 / 30, endTime: 72 / 30 },
      { startTime: 5 / 30, endTime: 30 / 30 },
    ]
    const text = { startTime: 0, endTime: 3, text: 'Good evening.' }
    const { receipt, clip, path } = await workshop.cut(sourceVideo.media, ranges, {
      ...mp4Request,
      subtitles: { as: 'track', language: 'en', cues: [text] },
      chapters: [{ startTime: 0, endTime: 3, title: 'All' }],
    })
    expect(clip.frames.map(({ number }) => number)).toEqual(
      ranges.flatMap((range) => framesInRange(sourceVideo.recipe, range)),
    )
    expect(receipt).toMatchObject({ cues: 1, chapters: 1, frames: 47 })
    expect((await readText(path)).subtitles).toMatchObject([{ codec: 'mov_text', cues: [{ text: text.text }] }])
  })

  it('keep their exact times, rotation and colour description', async () => {
    const recipe = {
      width: 320,
      height: 180,
      frames: 30,
      gopFrames: 10,
      frameRate: [30_000, 1001],
      audio: null,
    } as const
    const uprightVideo = await workshop.video(smallRecipe({ ...recipe, video: 'av1' }))
    const media = await openBytes(withTurn(uprightVideo, 90))
    const { path, receipt } = await workshop.cutOnly(media, { startTime: 0.15, endTime: 0.85 }, mp4Request)
    expect(receipt).toMatchObject({ way: 'smart', frames: 21 })
    const clip = await openBytes(await readFile(path))
    expect(clip.facts.video).toMatchObject({ codec: 'av1', rotation: 90 })
    expect(clip.video!.description.displayBoxes).toEqual(media.video!.description.displayBoxes)
    const [clipTrack, source] = [await trackPackets(clip.video!.access), await trackPackets(media.video!.access)]
    expect(clipTrack.timescale).toBe(source.timescale)
    expect(clipTrack.packets.map(({ pts }) => pts)).toEqual(
      source.packets.slice(5, 26).map(({ pts }) => pts - source.packets[5]!.pts),
    )
  })

  it('describe the VP9 frames in the header', async () => {
    const { path } = await workshop.cutOnly(sourceVideo.media, { startTime: 0.2, endTime: 1.2 }, mp4Request)
    const bytes = await readFile(path)
    const at = bytes.indexOf('vpcC', 0, 'latin1') + 4
    // The bytes say: version 1, profile 0, level 1.1, 8 bits, 4:2:0, limited range, and the colours of BT.709.
    expect([...bytes.subarray(at, at + 12)]).toEqual([1, 0, 0, 0, 0, 11, 0x82, 1, 1, 1, 0, 0])
  })

  it('exclude VP8, which no player expects there', async () => {
    const vp8 = await workshop.make(smallRecipe({ ...vp9, frames: 10, video: 'vp8' }), 'vp8')
    const planning = planCut(vp8.media, { startTime: 0, endTime: 0.2 }, mp4Request)
    await expect(planning).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})

describe('a clip in its source codec', () => {
  it('is an MP4 for H.264, and not available for HEVC', async () => {
    const h264Recipe = smallRecipe({ width: 320, height: 180, frames: 30, gopFrames: 10 })
    const { media } = await workshop.make(h264Recipe, 'avc')
    const { receipt } = await expectExact(
      media,
      uneditedVideo(h264Recipe),
      { startTime: 0.2, endTime: 0.9 },
      workshop,
      originalRequest,
    )
    expect(receipt).toMatchObject({ way: 'smart', container: 'mp4', frames: 21 })
    const hevc = await workshop.make({ ...h264Recipe, frames: 6, video: 'hevc', audio: null }, 'hevc')
    const range = { startTime: 0, endTime: 0.1 }
    await expect(planCut(hevc.media, range, originalRequest)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('has a known container before the cut', () => {
    const container = (codec: string, rotation = 0) =>
      originalContainer({
        video: { codec, rotation, mirrored: false, width: 2, height: 2, frameRate: 30, copyable: false },
      })
    expect(['h264', 'vp8', 'vp9', 'av1', 'hevc'].map((codec) => container(codec))).toEqual([
      'mp4',
      'webm',
      'webm',
      'webm',
      null,
    ])
    expect(container('av1', 90)).toBeNull()
    const containerInMp4 = (codec: string, rotation = 0) =>
      originalContainer(
        { video: { codec, rotation, mirrored: false, width: 2, height: 2, frameRate: 30, copyable: false } },
        'mp4',
      )
    expect(['h264', 'vp8', 'vp9', 'av1', 'hevc'].map((codec) => containerInMp4(codec, 90))).toEqual([
      'mp4',
      null,
      'mp4',
      'mp4',
      null,
    ])
    expect(originalContainer({ video: null })).toBeNull()
  })
})
