import { readFile } from 'node:fs/promises'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { box, u16, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { planCut } from '../../src/plan-cut.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { type ExpectedVideo, expectExact, uneditedVideo } from '../support/expect-exact.ts'
import {
  IMPLICIT_OFFSETS,
  moovOf,
  movieTimescale,
  reorderDelay,
  replaceInTrack,
  withCompactSizes,
  withEdits,
  withEmptyFragmentEnds,
  withEmptySamples,
  withEntryBox,
  withFragmentFlags,
  withFrameTimes,
  withIndexOfEachFragment,
  withLaterFragments,
  withLongBoxes,
  withoutBox,
  withoutFragmentTimes,
  withSmoothTimes,
  withSyncSamples,
  withTurn,
} from '../support/odd-mp4.ts'
import { withCoverOnly, withSecondAudio, withTracksBefore, withUnknownAudio } from '../support/odd-tracks.ts'
import { openMedia } from '../support/open-media.ts'
import { replaceBoxes } from '../support/patched-mp4.ts'
import { mp3Request, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const FPS = 30
const FRAMES = 75
const GOP_FRAMES = 20
const secondsAt = (frame: number) => frame / FPS
const range = (from: number, to: number): TimeRange => ({ startTime: from, endTime: to })
/** From inside a GOP across two keyframes into another; inside one GOP; the beginning; the very end. */
const RANGES = [range(0.5, 1.8), range(1.41, 1.49), range(0, 0.72), range(2.37, 2.5)]

const baseRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [FPS, 1],
  frames: FRAMES,
  gopFrames: GOP_FRAMES,
  bFrames: 2,
  video: 'h264',
  audio: 'aac',
  channels: 1,
  layout: 'moov-last',
}
const unchangedVideo = uneditedVideo(baseRecipe)

const numbersOf = ({ seconds: shownTimes }: ExpectedVideo) =>
  [...shownTimes.keys()].filter((frame) => shownTimes[frame] !== null)

const workshop = stampedWorkshop()

const videoOf = (changes: Partial<StampedRecipe> = {}) => workshop.video({ ...baseRecipe, ...changes })

async function expectAllExact(
  sourceVideo: Buffer,
  expectedVideo: ExpectedVideo = unchangedVideo,
  ranges: readonly TimeRange[] = RANGES,
) {
  const media = await openBytes(sourceVideo)
  const clips = []
  for (const clipRange of ranges) clips.push(await expectExact(media, expectedVideo, clipRange, workshop))
  return { media, clips, copiedFrames: clips.reduce((sum, { receipt }) => sum + receipt.framesCopied, 0) }
}

describe('a clip of an MP4', () => {
  it('whose boxes have 64-bit or 16-bit fields is exact', async () => {
    const { copiedFrames } = await expectAllExact(withLongBoxes(await videoOf()))
    expect(copiedFrames).toBeGreaterThan(20)
    await expectAllExact(withCompactSizes(await videoOf()))
  })

  it('with frames dropped by the recorder, as empty samples, shows the previous frames longer', async () => {
    const sourceVideo = await videoOf({ bFrames: 0 })
    const droppedFrames = [19, 37, 38, 39, 74]
    const gappedVideo = {
      ...unchangedVideo,
      seconds: unchangedVideo.seconds.map((at, frame) => (droppedFrames.includes(frame) ? null : at)),
    }
    const { media } = await expectAllExact(withEmptySamples(sourceVideo, 'vide', droppedFrames), gappedVideo)
    const { clip } = await workshop.cut(media, range(0, 2.5), { kind: 'video', height: 48 })
    expect(clip.frames.map(({ number }) => number)).toEqual(numbersOf(gappedVideo))
    const fragmentedVideo = withEmptyFragmentEnds(await videoOf({ bFrames: 0, layout: 'fragmented' }))
    const withoutLastFrames = {
      ...unchangedVideo,
      seconds: unchangedVideo.seconds.map((at, frame) => ([19, 39, 59, 74].includes(frame) ? null : at)),
    }
    await expectAllExact(fragmentedVideo, withoutLastFrames)
  })

  it('with audio dropped by the recorder keeps the rest in sync', async () => {
    const media = await openBytes(withEmptySamples(await videoOf(), 'soun', [40, 41]))
    const { clip } = await workshop.cut(media, range(0.2, 2.3))
    const { sampleRate, channels } = clip.audio!
    expect(channels[0]!.length / sampleRate).toBeCloseTo(2.1, 2)
    const laterChannels = channels.map((channel) => channel.subarray(Math.round(1.1 * sampleRate)))
    expectAudioFrom({ sampleRate, channels: laterChannels }, 1.3)
  })

  it('whose media data extends to the end of the file is exact', async () => {
    const sourceVideo = Buffer.from(await videoOf({ layout: 'plain' }))
    sourceVideo.writeUInt32BE(0, sourceVideo.indexOf('mdat') - 4)
    await expectAllExact(sourceVideo)
  })

  it('whose clock counts milliseconds, as after WebM, has 60 frames a second and not 59', async () => {
    const muxerOptions = { video_track_timescale: '1000' }
    const millisecondVideo = await videoOf({ layout: 'plain', frameRate: [60, 1], audio: null, muxerOptions })
    const { frameRate } = (await openBytes(millisecondVideo)).facts.video!
    expect(Math.abs(frameRate - 60)).toBeLessThan(0.1)
  })

  it('whose frames start late, after an empty edit, is exact', async () => {
    const sourceVideo = await videoOf()
    const timescale = movieTimescale(moovOf(sourceVideo))
    const delayedVideo = withEdits(sourceVideo, 'vide', [
      [timescale / 2, -1],
      [secondsAt(FRAMES) * timescale, reorderDelay(sourceVideo)],
    ])
    const expectedVideo = { ...unchangedVideo, seconds: unchangedVideo.seconds.map((time) => time! + 0.5), endTime: 3 }
    await expectAllExact(delayedVideo, { ...expectedVideo, audioEndSeconds: 2.5 }, [
      range(1, 2.3),
      range(0, 1.2),
      range(2.2, 3),
    ])
  })

  it('whose edit list shows only a part, in several seamless edits, is exact', async () => {
    const sourceVideo = await videoOf({ audio: null })
    const timescale = movieTimescale(moovOf(sourceVideo))
    const mediaTime = (frame: number) => reorderDelay(sourceVideo) + Math.round(secondsAt(frame) * 15_360)
    const duration = (frames: number) => Math.round(secondsAt(frames) * timescale)
    // From frame 7 up to, but not including, frame 67. Durations are in whole milliseconds.
    const editedVideo = withEdits(sourceVideo, 'vide', [
      [duration(20), mediaTime(7)],
      [duration(40), mediaTime(27)],
    ])
    const expectedVideo: ExpectedVideo = {
      seconds: unchangedVideo.seconds.map((_, frame) => (frame < 7 || frame >= 67 ? null : secondsAt(frame - 7))),
      endTime: secondsAt(60),
      audioAtZero: null,
    }
    await expectAllExact(editedVideo, expectedVideo, [range(0, 1), range(0.31, 1.4), range(1.7, 2.5)])
  })

  it('whose clock does not start at zero, without an edit list, is exact', async () => {
    const sourceVideo = replaceInTrack(await videoOf(), 'vide', 'edts', () => Buffer.alloc(0))
    const delaySeconds = reorderDelay(await videoOf()) / 15_360
    // The first frame moves to zero. The audio, which began before it, moves with it.
    await expectAllExact(sourceVideo, { ...unchangedVideo, audioAtZero: delaySeconds }, [
      range(0.5, 1.8),
      range(0, 0.72),
    ])
  })

  it('whose frames have negative offsets starts with the frame at zero', async () => {
    const sourceVideo = await videoOf()
    const delay = reorderDelay(sourceVideo)
    const withNegativeOffsets = replaceInTrack(sourceVideo, 'vide', 'ctts', (ctts) => {
      const rows = ctts.readUInt32BE(12)
      const cttsCopy = Buffer.from(ctts)
      cttsCopy[8] = 1
      for (let row = 0; row < rows; row++) cttsCopy.writeInt32BE(ctts.readInt32BE(20 + 8 * row) - delay, 20 + 8 * row)
      return cttsCopy
    })
    await expectAllExact(replaceInTrack(withNegativeOffsets, 'vide', 'edts', () => Buffer.alloc(0)))
  })

  it('with a variable frame rate is exact', async () => {
    const times = unchangedVideo.seconds.map((_, frame) => frame * 0.04 + (frame % 5) * 0.006 + (frame > 40 ? 0.21 : 0))
    const sourceVideo = withFrameTimes(await videoOf(), (frame) => times[frame]!, 3.3)
    const expectedVideo = { seconds: times, endTime: 3.3, audioAtZero: 0, audioEndSeconds: 2.5 }
    const { copiedFrames } = await expectAllExact(sourceVideo, expectedVideo, [
      range(0.5, 2.2),
      range(1.41, 1.49),
      range(0, 0.9),
    ])
    expect(copiedFrames).toBeGreaterThan(20)
  })

  it('with one frame a second, or a long last frame, is as long as its range', async () => {
    const times = unchangedVideo.seconds.map((_, frame) => (frame < 3 ? frame : 2 + (frame - 2) / 30))
    const sourceVideo = withFrameTimes(await videoOf(), (frame) => times[frame]!, 5)
    const expectedVideo = { seconds: times, endTime: 5, audioAtZero: 0, audioEndSeconds: 2.5 }
    const { clips } = await expectAllExact(sourceVideo, expectedVideo, [range(0, 1.6), range(0.7, 1.3), range(1, 2.25)])
    expect(clips.map(({ receipt }) => receipt.durationSeconds)).toEqual(
      [1.6, 0.3, 1.25].map((seconds) => expect.closeTo(seconds, 4)),
    )
  })

  it.each([1, 2])('with two frames displayed at the same time, %i apart, has both', async (distance) => {
    const isDoubled = (frame: number) => frame > 5 && frame % 10 < distance
    const times = unchangedVideo.seconds.map((_, frame) => secondsAt(isDoubled(frame) ? frame - distance : frame))
    const sourceVideo = withFrameTimes(await videoOf(), (frame) => times[frame]!, 2.5)
    // If two frames have the same time, the later one in decode order moves a tick later.
    const media = await openBytes(sourceVideo)
    for (const clipRange of RANGES) {
      const plan = await planCut(media, clipRange, unscaledRequest)
      expect(plan.video!.frames).toBe(
        times.filter((time) => time >= clipRange.startTime - 1e-4 && time < clipRange.endTime - 1e-4).length,
      )
    }
    if (distance === 1) await expectAllExact(sourceVideo, { ...unchangedVideo, seconds: times })
  })
})

describe('a clip of an MP4 whose table of sync samples', () => {
  const everyFifth = Array.from({ length: 15 }, (_, index) => 5 * index)

  it.each<[string, readonly number[] | null, number, boolean]>([
    ['is missing although not all are', null, 2, true],
    ['is missing, without reordered frames', null, 0, true],
    ['names frames that are none', everyFifth, 2, true],
    ['names frames that are none, without reordered frames', everyFifth, 0, true],
    ['names only wrong ones', [7, 31, 52], 2, false],
    ['leaves most of them out', [0, 60], 2, false],
    ['is empty', [], 2, false],
  ])('%s is exact', async (_, syncSamples, bFrames, isCopied) => {
    const sourceVideo = await videoOf({ bFrames })
    const changedVideo = syncSamples ? withSyncSamples(sourceVideo, syncSamples) : withoutBox(sourceVideo, 'stss')
    const { copiedFrames } = await expectAllExact(changedVideo)
    if (isCopied) expect(copiedFrames).toBeGreaterThan(20)
  })
})

describe('a clip of a fragmented MP4', () => {
  it.each(['with', 'without'])('whose fragments are shorter than its GOPs is exact, %s an index', async (how) => {
    const sourceVideo = await videoOf({ layout: 'fragmented', fragmentSeconds: 0.3 })
    const index = sourceVideo.lastIndexOf('mfra') - 4
    expect(index).toBeGreaterThan(0)
    const { copiedFrames } = await expectAllExact(how === 'with' ? sourceVideo : sourceVideo.subarray(0, index))
    expect(copiedFrames).toBeGreaterThan(20)
  })

  it('with a wrong index in every fragment is exact', async () => {
    await expectAllExact(withIndexOfEachFragment(await videoOf({ layout: 'fragmented', fragmentSeconds: 0.5 })))
  })

  it('whose tracks follow each other without an index is exact', async () => {
    await expectAllExact(await videoOf({ layout: 'fragmented', muxerOptions: IMPLICIT_OFFSETS }))
  })

  it.each([
    ['every', 0x2000000],
    ['no', 0x10000],
  ])('in which %s sample claims to be a sync sample is exact', async (_, flags) => {
    await expectAllExact(withFragmentFlags(await videoOf({ layout: 'fragmented' }), flags))
  })

  it('with fragment times in the style of Smooth Streaming is exact', async () => {
    await expectAllExact(withSmoothTimes(await videoOf({ layout: 'fragmented', fragmentSeconds: 0.5 })))
  })

  it.each([
    ['in a table', true],
    ['nowhere', false],
  ])('without fragment times, with fragments listed %s, is exact', async (_, isTableLeft) => {
    await expectAllExact(
      withoutFragmentTimes(await videoOf({ layout: 'fragmented', fragmentSeconds: 0.5 }), isTableLeft),
    )
  })

  it('whose clock started long ago is exact, with and without a segment index', async () => {
    await expectAllExact(withLaterFragments(await videoOf({ layout: 'fragmented' }), 5000))
    const indexedVideo = withLaterFragments(await videoOf({ layout: 'dash-pair', audio: null }), 5000)
    expect(indexedVideo.includes('sidx')).toBe(true)
    await expectAllExact(indexedVideo, { ...unchangedVideo, audioAtZero: null })
  })
})

describe('the display of frames of an MP4', () => {
  it.each([90, 180, 270] as const)(
    'is unchanged if they are rotated by %i degrees, copied and scaled',
    async (degrees) => {
      const media = await openBytes(withTurn(await videoOf(), degrees))
      expect(media.facts.video?.rotation).toBe(degrees)
      for (const height of [null, 48]) {
        const request = { kind: 'video', height } as const
        const { receipt, path } = await expectExact(media, unchangedVideo, range(0.5, 1), workshop, request)
        expect(receipt.way).toBe(height === null ? 'smart' : 'transcoded')
        const clip = await openBytes(await readFile(path))
        expect(clip.facts.video).toMatchObject({ rotation: degrees, height: height ?? 96 })
        // The matrix moves the frame back into view by its own size.
        const offset = clip.video!.matrix!.readInt32BE(degrees === 270 ? 28 : 24) / 0x10000
        expect(offset).toBe({ 90: 96, 180: 160, 270: 160 }[degrees] * (height === null ? 1 : 0.5))
      }
    },
  )

  it('is known even if their colour box lacks its last byte', async () => {
    const colours = box('colr', Buffer.from('nclx'), u16(1), u16(1), u16(1))
    expect(colours).toHaveLength(18)
    await expectAllExact(withEntryBox(await videoOf(), colours), unchangedVideo, [RANGES[0]!])
  })

  it.each([null, 48])('is unchanged if pixels are not square, at %s lines', async (height) => {
    const sourceVideo = withEntryBox(await videoOf(), box('pasp', u32(4), u32(3)))
    const request = { kind: 'video', height } as const
    const { path } = await expectExact(await openBytes(sourceVideo), unchangedVideo, range(0.5, 1), workshop, request)
    const clip = await readFile(path)
    const pasp = clip.indexOf('pasp')
    expect([clip.readUInt32BE(pasp + 4), clip.readUInt32BE(pasp + 8)]).toEqual([4, 3])
  })
})

describe('a clip of separate video and audio files', () => {
  async function pair(delaySeconds: { video: number; audio: number }) {
    const { files } = await workshop.make(
      { ...baseRecipe, layout: 'dash-pair', fragmentSeconds: 1 },
      `pair-${delaySeconds.audio}`,
    )
    const [video, audio] = await Promise.all(files.map(async (file) => Buffer.from(await file.read(0, file.sizeBytes))))
    return openMedia({
      video: bytesAsSource(withLaterFragments(video!, delaySeconds.video)),
      audio: bytesAsSource(withLaterFragments(audio!, delaySeconds.audio)),
    })
  }

  it.each([
    ['both on one clock that began long ago', { video: 1000, audio: 1000 }, 0],
    ['the audio half a second later', { video: 1000, audio: 1000.5 }, -0.5],
    ['each on its own clock', { video: 5000, audio: 0 }, 0],
  ])('is exact: %s', async (_, delaySeconds, audioAtZero) => {
    const media = await pair(delaySeconds)
    await expectExact(media, { ...unchangedVideo, audioAtZero }, range(0.7, 1.8), workshop)
  })
})

describe('a clip of an MP4 with other tracks', () => {
  it('such as covers, time codes and chapters still shows the video', async () => {
    await expectAllExact(withTracksBefore(await videoOf()), unchangedVideo, [range(0.5, 1.8)])
  })

  it('with a cover as its only frame is audio only', async () => {
    const media = await openBytes(withCoverOnly(await videoOf()))
    expect(media.facts).toMatchObject({ video: null, audio: { codec: 'aac' } })
    await expect(planCut(media, range(0, 1), unscaledRequest)).rejects.toMatchObject({ code: 'unsupported_media' })
    expect((await planCut(media, range(0, 1), mp3Request)).way).toBe('mp3')
  })

  it('with unreadable audio is refused instead of being silent, except for video only', async () => {
    const media = await openBytes(withUnknownAudio(await videoOf()))
    expect(media.facts).toMatchObject({ video: { codec: 'h264' }, audio: null, unreadableAudio: 'QDM2' })
    for (const request of [unscaledRequest, { kind: 'original' }, mp3Request] satisfies ClipSpec[]) {
      await expect(planCut(media, range(0, 1), request)).rejects.toMatchObject({ code: 'unsupported_media' })
    }
    expect((await planCut(media, range(0, 1), { kind: 'still', height: null })).way).toBe('still')
  })
})

it('the subtitles of an MP4 are left out of its clips, and the receipts say so', async () => {
  const subtitledVideo = replaceBoxes(await videoOf({ frames: 30 }), 'hdlr', (handler) =>
    Buffer.from(handler.toString('latin1').replace('soun', 'sbtl'), 'latin1'),
  )
  const { receipt } = await workshop.cut(await openBytes(subtitledVideo), range(0.2, 0.8))
  expect(receipt.leftOut).toEqual(['subtitles'])
})

describe('the audio of an MP4', () => {
  it.each(['disabled', 'unreadable'] as const)('is the second track if the first is %s', async (first) => {
    const sourceVideo = await videoOf()
    const delay = movieTimescale(moovOf(sourceVideo)) / 10
    const expectedVideo = { ...unchangedVideo, audioAtZero: -0.1 }
    const { clips } = await expectAllExact(withSecondAudio(sourceVideo, delay, first), expectedVideo, [range(0.5, 1.8)])
    expect(clips[0]!.receipt.leftOut).toEqual(['other_audio'])
  })

  it('may be shorter than the video', async () => {
    const times = unchangedVideo.seconds.map((time) => 1.5 * time!)
    const sourceVideo = withFrameTimes(await videoOf(), (frame) => times[frame]!, 3.75)
    const expectedVideo = { seconds: times, endTime: 3.75, audioAtZero: 0, audioEndSeconds: 2.5 }
    await expectAllExact(sourceVideo, expectedVideo, [range(0.5, 1.8), range(1.9, 3.2)])
    const { clips } = await expectAllExact(sourceVideo, { ...expectedVideo, audioAtZero: null }, [range(2.8, 3.5)])
    expect(clips[0]!.receipt.soundOffsetMilliseconds).toBeNull()
  })

  it('may be longer than the video, whose last frame stays until the end', async () => {
    const times = unchangedVideo.seconds.map((time) => time! / 2)
    const sourceVideo = withFrameTimes(await videoOf(), (frame) => times[frame]!, 1.25)
    const expectedVideo = { seconds: times, endTime: 2.5, audioAtZero: 0 }
    await expectAllExact(sourceVideo, expectedVideo, [range(0.3, 0.9), range(0.5, 2.5)])
    await expect(planCut(await openBytes(sourceVideo), range(1.5, 2), unscaledRequest)).rejects.toMatchObject({
      code: 'nothing_in_range',
    })
  })
})
