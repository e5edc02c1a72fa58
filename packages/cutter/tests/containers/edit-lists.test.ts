import type { StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { readStamps, type StampedReading } from '@kerf/stamped-media/read-stamps'
import { audioOffsetSeconds } from '@kerf/stamped-media/stamped-audio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { CutReceipt } from '../../src/api/receipt.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { openMedia } from '../../src/open-media.ts'
import { planCut, planJoinedCut } from '../../src/plan-cut.ts'
import { bytesAsSource } from '../support/counting-file.ts'
import { cutToFile } from '../support/cut-to-file.ts'
import { asItIs } from '../support/expect-exact.ts'
import { moovOf, movieTimescale, reorderDelay, withEdits } from '../support/odd-mp4.ts'
import { StampedWorkshop } from '../support/stamped-source.ts'

const FPS = 30
const FRAME_TICKS = 15_360
const AUDIO_RATE = 44_100
const base: StampedRecipe = {
  ...{ width: 160, height: 96, frameRate: [FPS, 1], frames: 75, gopFrames: 20, bFrames: 2, texture: false },
  ...{ video: 'h264', audio: 'aac', channels: 1, layout: 'moov-last' },
}
const HOLD = 0

/** What is shown for so many frames: the video from a frame on; null: nothing; held: that frame alone. */
interface Edit {
  frames: number
  from: number | null
  rate?: typeof HOLD
}

let workshop: StampedWorkshop
let sourceVideo: Buffer
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  sourceVideo = await workshop.video(base)
})
afterAll(() => workshop.close())

/** Frames and audio of the video, edited alike. */
function edited(edits: readonly Edit[], kinds: readonly ('vide' | 'soun')[] = ['vide', 'soun']): Buffer {
  const movieTicks = (frames: number) => Math.round((frames / FPS) * movieTimescale(moovOf(sourceVideo)))
  const mediaTime = { vide: reorderDelay(sourceVideo), soun: 1024 }
  const ticks = { vide: FRAME_TICKS, soun: AUDIO_RATE }
  return kinds.reduce(
    (changed, kind) =>
      withEdits(
        changed,
        kind,
        edits.map(({ frames, from, rate }) => [
          movieTicks(frames),
          from === null ? -1 : mediaTime[kind] + Math.round((from / FPS) * ticks[kind]),
          rate ?? 1,
        ]),
      ),
    sourceVideo,
  )
}

const open = (bytes: Buffer) => {
  const source = bytesAsSource(bytes)
  return openMedia({ video: source, audio: source })
}

async function cut(bytes: Buffer, range: TimeRange, request: ClipSpec = asItIs) {
  const path = workshop.clipPath(request.kind === 'mp3' ? 'mp3' : 'mp4')
  const plan = await planCut(await open(bytes), range, request)
  const receipt: CutReceipt = await cutToFile(plan, path)
  return { plan, receipt, clip: await readStamps(path) }
}

/** Frames by number and when they are shown, in frames from the first one. */
const shownFrames = ({ frames }: StampedReading) =>
  frames.map(({ number, seconds }) => [number, Math.round(seconds * FPS * 100) / 100])

/** Each instant of the clip (in frames) from which on the video's audio of an instant (in frames) is decoded. */
function expectAudio(
  { audio }: StampedReading,
  pieces: readonly { at: number; frames: number; sourceVideo: number | null }[],
) {
  const { channels, sampleRate } = audio!
  const sample = (frames: number) => Math.round((frames / FPS) * sampleRate)
  for (const { at, frames, sourceVideo: time } of pieces) {
    // Not the very edges: there the encoder rings.
    const piece = channels[0]!.subarray(sample(at + 0.5), sample(at + frames - 0.5))
    if (time === null) {
      expect(Math.max(...piece.map(Math.abs))).toBeLessThan(0.03)
    } else {
      const offset = audioOffsetSeconds({ sampleRate, channels: [piece] }, (time + 0.5) / FPS)
      expect(Math.abs(offset ?? Infinity)).toBeLessThan(0.001)
    }
  }
}

const range = (from: number, to: number): TimeRange => ({ startTime: from / FPS, endTime: to / FPS })
const run = (from: number, count: number, at = 0) =>
  Array.from({ length: count }, (_, index) => [from + index, at + index])

describe('a clip of a video whose edit list', { timeout: 60_000 }, () => {
  it('jumps shows just what the video shows, video and audio', async () => {
    // Frames 7 to 26, then 45 to 64, then 30 to 44.
    const jumping = edited([
      { frames: 20, from: 7 },
      { frames: 20, from: 45 },
      { frames: 15, from: 30 },
    ])
    const media = await open(jumping)
    expect(media.facts.durationSeconds).toBeCloseTo(55 / FPS, 2)
    const all = await cut(jumping, range(10, 50))
    expect(shownFrames(all.clip)).toEqual([...run(17, 10), ...run(45, 20, 10), ...run(30, 10, 30)])
    expect(all.clip.hidden.frames).toBe(40)
    expect(all.receipt).toMatchObject({ frames: 40 })
    expect(all.receipt.firstFrameSeconds).toBeCloseTo(10 / FPS, 3)
    expect(all.receipt.lastFrameSeconds).toBeCloseTo(49 / FPS, 3)
    expect(Math.abs(all.receipt.soundOffsetMilliseconds!)).toBeLessThan(0.1)
    expectAudio(all.clip, [
      { at: 0, frames: 10, sourceVideo: 17 },
      { at: 10, frames: 20, sourceVideo: 45 },
      { at: 30, frames: 10, sourceVideo: 30 },
    ])
  })

  it('jumps, where nothing jumps in the range, is copied as any other', async () => {
    const jumping = edited([
      { frames: 10, from: 60 },
      { frames: 45, from: 5 },
    ])
    const { clip, receipt, plan } = await cut(jumping, range(14, 50))
    expect(shownFrames(clip)).toEqual(run(9, 36))
    expect(receipt.framesCopied).toBeGreaterThan(20)
    expect(plan.audio?.how).toBe('spliced')
    expectAudio(clip, [{ at: 0, frames: 36, sourceVideo: 9 }])
  })

  it('repeats a part shows it as often, and several ranges join', async () => {
    const repeating = edited([
      { frames: 12, from: 30 },
      { frames: 12, from: 30 },
      { frames: 12, from: 30 },
    ])
    const { clip } = await cut(repeating, range(6, 30))
    expect(shownFrames(clip)).toEqual([...run(36, 6), ...run(30, 12, 6), ...run(30, 6, 18)])
    const path = workshop.clipPath()
    const plan = await planJoinedCut(await open(repeating), [range(10, 14), range(0, 3)], asItIs)
    const receipt = await cutToFile(plan, path)
    expect(shownFrames(await readStamps(path))).toEqual([...run(40, 2), ...run(30, 2, 2), ...run(30, 3, 4)])
    expect(Math.abs(receipt.soundOffsetMilliseconds!)).toBeLessThan(0.1)
  })

  it('pauses holds the last frame, and is silent', async () => {
    const pausing = edited([
      { frames: 15, from: 0 },
      { frames: 12, from: null },
      { frames: 20, from: 15 },
    ])
    const { clip } = await cut(pausing, range(5, 40))
    expect(shownFrames(clip)).toEqual([...run(5, 10), ...run(15, 13, 22)])
    expectAudio(clip, [
      { at: 0, frames: 10, sourceVideo: 5 },
      { at: 10, frames: 12, sourceVideo: null },
      { at: 22, frames: 13, sourceVideo: 15 },
    ])
    // Only the pause: no frame begins in it.
    await expect(cut(pausing, range(16, 20))).rejects.toMatchObject({ code: 'nothing_in_range' })
    // To the middle of the pause.
    expect((await cut(pausing, range(5, 21))).receipt.durationSeconds).toBeCloseTo(16 / FPS, 3)
  })

  it('holds a frame shows it as long', async () => {
    const holding = edited([
      { frames: 10, from: 0 },
      { frames: 30, from: 33, rate: HOLD },
      { frames: 10, from: 50 },
    ])
    const { clip } = await cut(holding, range(4, 45))
    expect(shownFrames(clip)).toEqual([...run(4, 6), [33, 6], ...run(50, 5, 36)])
    expectAudio(clip, [
      { at: 0, frames: 6, sourceVideo: 4 },
      { at: 6, frames: 30, sourceVideo: null },
      { at: 36, frames: 5, sourceVideo: 50 },
    ])
  })

  it('jumps for the frames only leaves the audio as it is, scaled and as an MP3', async () => {
    const jumping = edited(
      [
        { frames: 20, from: 40 },
        { frames: 20, from: 0 },
      ],
      ['vide'],
    )
    const { clip, receipt } = await cut(jumping, range(10, 35), { kind: 'video', height: 48 })
    expect(shownFrames(clip)).toEqual([...run(50, 10), ...run(0, 15, 10)])
    expect(receipt.way).toBe('transcoded')
    expectAudio(clip, [{ at: 0, frames: 25, sourceVideo: 10 }])
    const both = edited([
      { frames: 20, from: 40 },
      { frames: 20, from: 0 },
    ])
    expectAudio((await cut(both, range(10, 35), { kind: 'mp3', bitrate: 320_000 })).clip, [
      { at: 0, frames: 10, sourceVideo: 50 },
      { at: 10, frames: 15, sourceVideo: 0 },
    ])
  })

  it('changes the speed is refused', async () => {
    const rows = [
      [500, 0, 2],
      [500, 7680, 1],
    ] as const
    await expect(open(withEdits(sourceVideo, 'vide', rows))).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})
