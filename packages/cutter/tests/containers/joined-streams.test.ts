import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../src/api/byte-source.ts'
import { MAX_BYTES_READ_WHOLE } from '../../src/api/media-limits.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { withClockAt } from '../support/ts-tables.ts'

const FPS = 25
const FRAMES = 75
const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 160, height: 96, frameRate: [FPS, 1], frames: FRAMES, gopFrames: 25, layout: 'ts' })

const LIVE = { muxerOptions: { live: '1' } } as const

describe('Files joined end to end', () => {
  it.each([
    ['MP4', [{ layout: 'plain' }, { layout: 'plain' }]],
    ['MP4 with its index behind', [{ layout: 'moov-last' }, { layout: 'moov-last' }]],
    ['MP4 in fragments', [{ layout: 'fragmented' }, { layout: 'fragmented', gopFrames: 30 }]],
    ['MP4 in fragments with a segment index', [{ layout: 'dash-pair' }, { layout: 'dash-pair' }]],
    ['MP4 of each kind', [{ layout: 'plain' }, { layout: 'fragmented' }, { layout: 'moov-last', width: 192 }]],
    [
      'WebM',
      [
        { layout: 'webm', audio: 'opus', video: 'vp9' },
        { layout: 'webm', audio: 'opus', video: 'vp9' },
      ],
    ],
    ['Matroska', [{ layout: 'webm' }, { layout: 'webm', gopFrames: 30 }]],
    [
      'Matroska without sizes',
      [
        { layout: 'webm', ...LIVE },
        { layout: 'webm', ...LIVE },
      ],
    ],
  ] satisfies [string, Partial<StampedRecipe>[]][])(
    'are as long as all of them, and each range is there: %s',
    async (_, recipes) => {
      const files = await Promise.all(recipes.map((changes) => workshop.video({ ...recipe, ...changes })))
      const joinedBytes = Buffer.concat(files)
      const media = await openBytes(joinedBytes)
      const { durationSeconds } = media.facts
      expect(Math.abs(durationSeconds - files.length * 3)).toBeLessThan(0.05 * files.length)
      const { clip: wholeClip, receipt } = await workshop.cut(media, { startTime: 0, endTime: durationSeconds })
      expect(receipt.notes).toBeUndefined()
      const numbers = Array.from({ length: files.length * FRAMES }, (_, frame) => frame % FRAMES)
      expect(wholeClip.frames.map(({ number }) => number)).toEqual(numbers)
      const { clip: secondClip } = await workshop.cut(media, { startTime: 4, endTime: 5 })
      expect(Math.abs(secondClip.frames[0]!.number! - FPS)).toBeLessThanOrEqual(1)
      if (wholeClip.audio)
        expect(wholeClip.audio.channels[0]!.length / wholeClip.audio.sampleRate).toBeCloseTo(durationSeconds, 1)
      // A last file that ends inside its header is left out.
      const truncatedMedia = await openBytes(joinedBytes.subarray(0, joinedBytes.length - files.at(-1)!.length + 40))
      expect(truncatedMedia.facts.durationSeconds).toBeCloseTo((files.length - 1) * 3, 1)
    },
  )
})

it('The index of each joined MP4 is read once', async () => {
  const file = await workshop.video({ ...recipe, layout: 'plain' })
  const joinedFile = bytesAsSource(Buffer.concat([file, file, file]))
  const reads: string[] = []
  const source: ByteSource = {
    ...joinedFile,
    async read(start, end) {
      // Shorter reads look for the start of the next file.
      if (end - start > 100) reads.push(`${start}-${end}`)
      return joinedFile.read(start, end)
    },
  }
  const media = await openMedia({ video: source, audio: source })
  expect(media.facts.durationSeconds).toBeCloseTo(9, 0)
  expect(reads).toEqual([...new Set(reads)])
})

describe('Transport streams joined end to end', () => {
  it.each([
    ['of one clock', 0],
    ['of timestamps that go back', -20 * 90_000],
    ['of timestamps that jump far forward', 1000 * 90_000],
  ])('are as long as all of them, and each range is there: %s', async (_, clockChangeTicks) => {
    const stream = await workshop.video(recipe)
    const firstStream = withClockAt(stream, 30 * 90_000)
    const media = await openBytes(Buffer.concat([firstStream, withClockAt(stream, 30 * 90_000 + clockChangeTicks)]))
    const { durationSeconds } = media.facts
    expect(durationSeconds).toBeCloseTo(6, 1)
    const wholeCut = await workshop.cut(media, { startTime: 0, endTime: durationSeconds })
    const numbers = Array.from({ length: 2 * FRAMES }, (_, frame) => frame % FRAMES)
    expect(wholeCut.clip.frames.map(({ number }) => number)).toEqual(numbers)
    const secondCut = await workshop.cut(media, {
      startTime: durationSeconds / 2 + 1,
      endTime: durationSeconds / 2 + 2,
    })
    expect(Math.abs(secondCut.clip.frames[0]!.number! - FPS)).toBeLessThanOrEqual(1)
    const { clip } = await workshop.cut(media, { startTime: 2, endTime: 5 }, mp3Request)
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(3, 1)
  })

  it('give a clip of their second part the size of its frames, in its header and its receipt', async () => {
    const wideStream = await workshop.video({ ...recipe, width: 320, height: 192 })
    const stream = await workshop.video(recipe)
    const bytes = Buffer.concat([withClockAt(wideStream, 90_000), withClockAt(stream, 4 * 90_000)])
    const media = await openBytes(bytes)
    const { clip, receipt } = await workshop.cut(media, { startTime: 3.5, endTime: 5.5 })
    expect(receipt.framesReencoded).toBeLessThan(receipt.frames)
    expect(receipt.size).toEqual({ width: 160, height: 96 })
    expect(clip.frames).toHaveLength(2 * FPS)
    expect(clip).toMatchObject({ width: 160, height: 96 })
  })

  it.each([0, 1000])('are found in large files, too: %i s ahead', async (aheadSeconds) => {
    const largeRecipe = { ...recipe, frames: 100, frameBytes: { key: 60_000, other: 60_000 } }
    const stream = await workshop.video(largeRecipe)
    const bytes = Buffer.concat([withClockAt(stream, 90_000), withClockAt(stream, (1 + aheadSeconds) * 90_000)])
    expect(bytes.length).toBeGreaterThan(MAX_BYTES_READ_WHOLE)
    const media = await openBytes(bytes)
    expect(media.facts.durationSeconds).toBeCloseTo(8, 1)
    const { clip } = await workshop.cut(media, { startTime: 3.5, endTime: 4.6 })
    const numbers = clip.frames.map(({ number }) => number)
    expect(numbers.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, frame) => numbers[0]! + frame))
    expect(numbers).toContain(99)
    expect(numbers.slice(-10)).toEqual(Array.from({ length: 10 }, (_, frame) => numbers.at(-1)! - 9 + frame))
    expect(numbers.at(-1)).toBeLessThan(20)
  })

  it('are found in large files where the first is so short that the clock of the next has passed it soon', async () => {
    const frames = { frameBytes: { key: 60_000, other: 60_000 }, gopFrames: 25 }
    const shortStream = await workshop.video({ ...recipe, ...frames, frames: 25 })
    const longStream = await workshop.video({ ...recipe, ...frames, frames: 500 })
    const bytes = Buffer.concat([shortStream, longStream])
    expect(bytes.length).toBeGreaterThan(3 * MAX_BYTES_READ_WHOLE)
    const media = await openBytes(bytes)
    expect(media.facts.durationSeconds).toBeCloseTo(21, 0)
    const { clip } = await workshop.cut(media, { startTime: 10, endTime: 11 })
    // A joined stream lasts as long as its audio, which may be longer than its frames.
    expect(Math.abs(clip.frames[0]!.number! - 9 * FPS)).toBeLessThanOrEqual(2)
    expect(clip.frames).toHaveLength(FPS)
  })
})
