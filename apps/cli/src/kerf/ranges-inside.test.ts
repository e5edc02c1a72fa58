import { expect, it } from 'vitest'
import { fitInside, rangesInside, shortenedNote } from './ranges-inside.ts'

const video = { durationSeconds: 90.5, range: {} }
const requested = (startTime: number | null, endTime: number | null) => [{ startTime, endTime }]

it('a range that was not said is the whole video', () => {
  expect(rangesInside(video, requested(null, null))).toEqual([{ startTime: 0, endTime: 90.5 }])
})

it('a range that the link asks for gives way to what was said', () => {
  const linked = { ...video, range: { startTime: 10, endTime: 20 } }
  expect(rangesInside(linked, requested(null, null))).toEqual([{ startTime: 10, endTime: 20 }])
  expect(rangesInside(linked, requested(15, null))).toEqual([{ startTime: 15, endTime: 20 }])
  expect(rangesInside(linked, requested(30, null))).toEqual([{ startTime: 30, endTime: 90.5 }])
  expect(rangesInside(linked, requested(5, 6))).toEqual([{ startTime: 5, endTime: 6 }])
})

it('a range that begins there and lasts so long ends exactly then', () => {
  const lasting = (startTime: number, seconds: number) => [{ startTime, endTime: null, seconds }]
  expect(rangesInside(video, lasting(62, 10))).toEqual([{ startTime: 62, endTime: 72 }])
  expect(rangesInside(video, lasting(0.1, 0.2))).toEqual([{ startTime: 0.1, endTime: 0.3 }])
  expect(shortenedNote(video, lasting(80, 20))).toMatch(/the clip ends there/)
})

it('a range that lasts so long begins where the link says', () => {
  const lasting = [{ startTime: null, endTime: null, seconds: 0.2 }]
  expect(rangesInside({ ...video, range: { startTime: 0.1, endTime: 20 } }, lasting)).toEqual([
    { startTime: 0.1, endTime: 0.3 },
  ])
  const lateRanges = [{ startTime: null, endTime: null, seconds: 100 }]
  expect(rangesInside(video, lateRanges)).toEqual([{ startTime: 0, endTime: 90.5 }])
  expect(shortenedNote(video, lateRanges)).toMatch(/the clip ends there/)
})

it('a range that a site has rounded up is left to the engine', () => {
  expect(rangesInside(video, requested(80, 91))).toEqual([{ startTime: 80, endTime: 91 }])
})

it('a range that ends after the video ends with it, and that is said', () => {
  expect(rangesInside(video, requested(80, 120))).toEqual([{ startTime: 80, endTime: 90.5 }])
  expect(shortenedNote(video, requested(80, 120))).toBe('The video is 1:30.5 long: the clip ends there.')
  expect(shortenedNote(video, requested(80, 91))).toBeNull()
})

it.each([
  [100, null],
  [100, 101],
])('a range outside of the video is refused: %d to %d', (from, to) => {
  expect(() => rangesInside(video, requested(from, to))).toThrow(/is not inside the video, which is 1:30\.5 long\.$/)
})

const silent = { hasAudio: false }
const audible = { hasAudio: true }
const second = [{ startTime: 1, endTime: 2 }]

it('a fade of a silent video is of its frames, and other changes of its audio are refused', () => {
  const fade = { video: 0.5, audio: 0.5 }
  expect(fitInside(audible, second, { fade, crop: '1:1' })).toEqual({ fade, crop: '1:1' })
  expect(fitInside(silent, second, { fade })).toEqual({ fade: { video: 0.5 } })
  for (const fit of [{ loudness: -14 }, { fade: { audio: 0.5 } }])
    expect(() => fitInside(silent, second, fit)).toThrow(
      'This video has no audio. Leave out --loudness and --fade-audio.',
    )
})

it('a fade longer than half of the clip is refused', () => {
  expect(() => fitInside(audible, second, { fade: { audio: 0.6 } })).toThrow(
    'A fade is at most half of the clip: 0.5 s.',
  )
})
