import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { moovOf, movieTimescale, reorderDelay, withEdits } from '../support/odd-mp4.ts'
import { mp3Request, stampedWorkshop } from '../support/stamped-source.ts'

const FPS = 30
const FRAME_TICKS = 15_360
const AUDIO_RATE = 44_100
const baseRecipe: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [FPS, 1],
  frames: 75,
  gopFrames: 20,
  bFrames: 2,
  texture: false,
  video: 'h264',
  audio: 'aac',
  channels: 1,
  layout: 'moov-last',
}
const HELD_FRAME_RATE = 0

/** One edit: its length in frames, its first frame (null for an empty edit), and HOLD if it shows only that frame. */
type Edit = [frames: number, from: number | null, rate?: typeof HELD_FRAME_RATE]

const workshop = stampedWorkshop()
const sourceVideo = await workshop.video(baseRecipe)
/** Sample rate of the audio, and the encoder delay in samples. */
const AAC = { rate: AUDIO_RATE, delay: 1024 }
const OPUS = { rate: 48_000, delay: 312 }

/** Gives the video and audio tracks the same edit list. */
function applyEdits(
  edits: readonly Edit[],
  kinds: readonly ('vide' | 'soun')[] = ['vide', 'soun'],
  [video, audio] = [sourceVideo, AAC],
): Buffer {
  const movieTicks = (frames: number) => Math.round((frames / FPS) * movieTimescale(moovOf(video)))
  const mediaTime = { vide: reorderDelay(video), soun: audio.delay }
  const ticks = { vide: FRAME_TICKS, soun: audio.rate }
  return kinds.reduce(
    (bytes, kind) =>
      withEdits(
        bytes,
        kind,
        edits.map(([frames, from, rate]) => [
          movieTicks(frames),
          from === null ? -1 : mediaTime[kind] + Math.round((from / FPS) * ticks[kind]),
          rate ?? 1,
        ]),
      ),
    video,
  )
}

const cut = async (bytes: Buffer, ranges: TimeRange | TimeRange[], request?: ClipSpec) =>
  workshop.cut(await openBytes(bytes), ranges, request)

/** The number of each frame, and its presentation time in frames from the first one. */
const shownFrames = ({ frames }: StampedReading) =>
  frames.map(({ number, seconds }) => [number, Math.round(seconds * FPS * 100) / 100])

/** Expects runs of audio: clip time, length, and time in the video (null: silence), all in frames. */
function expectAudio(
  { audio }: StampedReading,
  audioRuns: readonly [at: number, frames: number, from: number | null][],
) {
  const { channels, sampleRate } = audio!
  const sample = (frames: number) => Math.round((frames / FPS) * sampleRate)
  for (const [at, frames, time] of audioRuns) {
    // The edges are left out, because the encoder rings there.
    const samples = channels[0]!.subarray(sample(at + 0.5), sample(at + frames - 0.5))
    if (time === null) {
      expect(Math.max(...samples.map(Math.abs))).toBeLessThan(0.03)
    } else {
      expectAudioFrom({ sampleRate, channels: [samples] }, (time + 0.5) / FPS)
    }
  }
}

const frameRange = (from: number, to: number): TimeRange => ({ startTime: from / FPS, endTime: to / FPS })
const consecutiveFrames = (from: number, count: number, firstTime = 0) =>
  Array.from({ length: count }, (_, index) => [from + index, firstTime + index])

describe('a clip of a video whose edit list', () => {
  it('jumps has the same frames and audio as the video', async () => {
    // Frames 7 to 26, then 45 to 64, then 30 to 44.
    const jumpingVideo = applyEdits([
      [20, 7],
      [20, 45],
      [15, 30],
    ])
    const media = await openBytes(jumpingVideo)
    expect(media.facts.durationSeconds).toBeCloseTo(55 / FPS, 2)
    const wholeCut = await cut(jumpingVideo, frameRange(10, 50))
    expect(shownFrames(wholeCut.clip)).toEqual([
      ...consecutiveFrames(17, 10),
      ...consecutiveFrames(45, 20, 10),
      ...consecutiveFrames(30, 10, 30),
    ])
    expect(wholeCut.clip.hidden.frames).toBe(40)
    expect(wholeCut.receipt).toMatchObject({ frames: 40 })
    expect(wholeCut.receipt.firstFrameSeconds).toBeCloseTo(10 / FPS, 3)
    expect(wholeCut.receipt.lastFrameSeconds).toBeCloseTo(49 / FPS, 3)
    expect(Math.abs(wholeCut.receipt.soundOffsetMilliseconds!)).toBeLessThan(0.1)
    expectAudio(wholeCut.clip, [
      [0, 10, 17],
      [10, 20, 45],
      [30, 10, 30],
    ])
  })

  it('jumps outside the range is copied like any other', async () => {
    const jumpingVideo = applyEdits([
      [10, 60],
      [45, 5],
    ])
    const { clip, receipt, plan } = await cut(jumpingVideo, frameRange(14, 50))
    expect(shownFrames(clip)).toEqual(consecutiveFrames(9, 36))
    expect(receipt.framesCopied).toBeGreaterThan(20)
    expect(plan.audio?.how).toBe('spliced')
    expectAudio(clip, [[0, 36, 9]])
  })

  it('repeats a part repeats it too, even in joined ranges', async () => {
    const repeatingVideo = applyEdits([
      [12, 30],
      [12, 30],
      [12, 30],
    ])
    const { clip } = await cut(repeatingVideo, frameRange(6, 30))
    expect(shownFrames(clip)).toEqual([
      ...consecutiveFrames(36, 6),
      ...consecutiveFrames(30, 12, 6),
      ...consecutiveFrames(30, 6, 18),
    ])
    const joinedCut = await cut(repeatingVideo, [frameRange(10, 14), frameRange(0, 3)])
    expect(shownFrames(joinedCut.clip)).toEqual([
      ...consecutiveFrames(40, 2),
      ...consecutiveFrames(30, 2, 2),
      ...consecutiveFrames(30, 3, 4),
    ])
    expect(Math.abs(joinedCut.receipt.soundOffsetMilliseconds!)).toBeLessThan(0.1)
  })

  it('ends the video before the audio shows the last frame until the audio ends', async () => {
    const shortVideo = applyEdits([[40, 0]], ['vide'])
    const { clip, receipt } = await cut(shortVideo, frameRange(25, 60))
    expect(shownFrames(clip)).toEqual(consecutiveFrames(25, 15))
    expect(receipt.durationSeconds).toBeCloseTo(35 / FPS, 3)
    expectAudio(clip, [[0, 35, 25]])
    const { clip: clipBefore } = await cut(shortVideo, frameRange(10, 39))
    expect(shownFrames(clipBefore)).toEqual(consecutiveFrames(10, 29))
    expectAudio(clipBefore, [[0, 29, 10]])
  })

  it('pauses shows the last frame in silence', async () => {
    const pausingVideo = applyEdits([
      [15, 0],
      [12, null],
      [20, 15],
    ])
    const { clip } = await cut(pausingVideo, frameRange(5, 40))
    expect(shownFrames(clip)).toEqual([...consecutiveFrames(5, 10), ...consecutiveFrames(15, 13, 22)])
    expectAudio(clip, [
      [0, 10, 5],
      [10, 12, null],
      [22, 13, 15],
    ])
    // The range is inside the pause, where no frame begins.
    await expect(cut(pausingVideo, frameRange(16, 20))).rejects.toMatchObject({ code: 'nothing_in_range' })
    // The range ends in the middle of the pause.
    expect((await cut(pausingVideo, frameRange(5, 21))).receipt.durationSeconds).toBeCloseTo(16 / FPS, 3)
  })

  it('holds a frame shows it for the same time', async () => {
    const holdingVideo = applyEdits([
      [10, 0],
      [30, 33, HELD_FRAME_RATE],
      [10, 50],
    ])
    const { clip } = await cut(holdingVideo, frameRange(4, 45))
    expect(shownFrames(clip)).toEqual([...consecutiveFrames(4, 6), [33, 6], ...consecutiveFrames(50, 5, 36)])
    expectAudio(clip, [
      [0, 6, 4],
      [6, 30, null],
      [36, 5, 50],
    ])
  })

  it('jumps for the video only keeps the audio unchanged, scaled and as an MP3', async () => {
    const jumpingVideo = applyEdits(
      [
        [20, 40],
        [20, 0],
      ],
      ['vide'],
    )
    const { clip, receipt } = await cut(jumpingVideo, frameRange(10, 35), { kind: 'video', height: 48 })
    expect(shownFrames(clip)).toEqual([...consecutiveFrames(50, 10), ...consecutiveFrames(0, 15, 10)])
    expect(receipt.way).toBe('transcoded')
    expectAudio(clip, [[0, 25, 10]])
    const jumpingBoth = applyEdits([
      [20, 40],
      [20, 0],
    ])
    expectAudio((await cut(jumpingBoth, frameRange(10, 35), mp3Request)).clip, [
      [0, 10, 50],
      [10, 15, 0],
    ])
  })

  it('jumps has re-encoded Opus at the jump, and copied Opus elsewhere', async () => {
    const withOpus = await workshop.video({ ...baseRecipe, audio: 'opus', sampleRate: OPUS.rate })
    const jumpingVideo = applyEdits(
      [
        [30, 40],
        [30, 0],
      ],
      ['vide', 'soun'],
      [withOpus, OPUS],
    )
    const cutAcross = await cut(jumpingVideo, frameRange(15, 45), { kind: 'opus' })
    expect(cutAcross.plan.audio?.how).toBe('encoded')
    expectAudio(cutAcross.clip, [
      [0, 15, 55],
      [15, 15, 0],
    ])
    const cutWithin = await cut(jumpingVideo, frameRange(31, 59), { kind: 'opus' })
    expect(cutWithin.plan.audio?.how).toBe('spliced')
    expectAudio(cutWithin.clip, [[0, 28, 1]])
  })

  it.each(['mp3', 'm4a', 'opus', 'flac'] as const)('ends before its packets has no more audio, as %s', async (kind) => {
    const endingVideo = applyEdits([[45, 0]], ['soun'])
    const request = kind === 'mp3' ? mp3Request : { kind }
    const { clip, receipt } = await cut(endingVideo, frameRange(20, 60), request)
    expect(receipt.durationSeconds).toBeCloseTo(25 / FPS, 2)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(25 / FPS, 2)
    expectAudio(clip, [[0, 25, 20]])
    const joinedCut = await cut(endingVideo, [frameRange(50, 60), frameRange(0, 20)], request)
    expectAudio(joinedCut.clip, [
      [0, 10, null],
      [10, 20, 0],
    ])
  })

  it('changes the speed is refused, even with a single entry', async () => {
    const lists = [
      [
        [500, 0, 2],
        [500, 7680, 1],
      ],
      [[1000, 0, 2]],
    ] as const
    for (const rows of lists)
      await expect(openBytes(withEdits(sourceVideo, 'vide', rows))).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})

it('a clip that starts before the first frame names the time of that frame', async () => {
  const lateVideo = applyEdits(
    [
      [21, null],
      [54, 0],
    ],
    ['vide'],
  )
  const { receipt, clip } = await cut(lateVideo, { startTime: 0.2, endTime: 1.5 })
  expect(receipt.notes).toEqual([{ kind: 'begins_later', seconds: 0.7 }])
  expect(clip.frames[0]!.number).toBe(0)
  const { receipt: laterReceipt } = await cut(lateVideo, { startTime: 1, endTime: 1.5 })
  expect(laterReceipt.notes).toBeUndefined()
})
