import { expect, it } from 'vitest'
import { describeShortening, limitFitOptions, limitRanges } from './limit-ranges.ts'

const video = { durationSeconds: 90.5, range: {} }
const requestedRange = (startTime: number | null, endTime: number | null) => [{ startTime, endTime }]

it('without times, the range is the whole video', () => {
  expect(limitRanges(video, requestedRange(null, null))).toEqual([{ startTime: 0, endTime: 90.5 }])
})

it('the given times override the times of the link', () => {
  const linkedVideo = { ...video, range: { startTime: 10, endTime: 20 } }
  expect(limitRanges(linkedVideo, requestedRange(null, null))).toEqual([{ startTime: 10, endTime: 20 }])
  expect(limitRanges(linkedVideo, requestedRange(15, null))).toEqual([{ startTime: 15, endTime: 20 }])
  expect(limitRanges(linkedVideo, requestedRange(30, null))).toEqual([{ startTime: 30, endTime: 90.5 }])
  expect(limitRanges(linkedVideo, requestedRange(5, 6))).toEqual([{ startTime: 5, endTime: 6 }])
})

it('a range with start and duration ends exactly after the duration', () => {
  const rangeWithDuration = (startTime: number, seconds: number) => [{ startTime, endTime: null, seconds }]
  expect(limitRanges(video, rangeWithDuration(62, 10))).toEqual([{ startTime: 62, endTime: 72 }])
  expect(limitRanges(video, rangeWithDuration(0.1, 0.2))).toEqual([{ startTime: 0.1, endTime: 0.3 }])
  expect(describeShortening(video, rangeWithDuration(80, 20))).toMatch(/the clip ends there/)
})

it('a range with only a duration begins at the start time of the link', () => {
  const requestedRanges = [{ startTime: null, endTime: null, seconds: 0.2 }]
  expect(limitRanges({ ...video, range: { startTime: 0.1, endTime: 20 } }, requestedRanges)).toEqual([
    { startTime: 0.1, endTime: 0.3 },
  ])
  const lateRanges = [{ startTime: null, endTime: null, seconds: 100 }]
  expect(limitRanges(video, lateRanges)).toEqual([{ startTime: 0, endTime: 90.5 }])
  expect(describeShortening(video, lateRanges)).toMatch(/the clip ends there/)
})

it('the engine handles an end up to a second after the video', () => {
  expect(limitRanges(video, requestedRange(80, 91))).toEqual([{ startTime: 80, endTime: 91 }])
})

it('a range that ends after the video is shortened, with a note', () => {
  expect(limitRanges(video, requestedRange(80, 120))).toEqual([{ startTime: 80, endTime: 90.5 }])
  expect(describeShortening(video, requestedRange(80, 120))).toBe('The video is 1:30.5 long: the clip ends there.')
  expect(describeShortening(video, requestedRange(80, 91))).toBeNull()
})

it.each([
  [100, null],
  [100, 101],
])('a range outside of the video is refused: %d to %d', (from, to) => {
  expect(() => limitRanges(video, requestedRange(from, to))).toThrow(
    /is not inside the video, which is 1:30\.5 long\.$/,
  )
})

const silentVideo = { hasAudio: false }
const audibleVideo = { hasAudio: true }
const oneSecond = [{ startTime: 1, endTime: 2 }]

it('a silent video may have video fades only; changes to its audio are refused', () => {
  const fade = { video: 0.5, audio: 0.5 }
  expect(limitFitOptions(audibleVideo, oneSecond, { fade, crop: '1:1' })).toEqual({ fade, crop: '1:1' })
  expect(limitFitOptions(silentVideo, oneSecond, { fade })).toEqual({ fade: { video: 0.5 } })
  for (const fit of [{ loudness: -14 }, { fade: { audio: 0.5 } }])
    expect(() => limitFitOptions(silentVideo, oneSecond, fit)).toThrow(
      'This video has no audio. Leave out --loudness and --fade-audio.',
    )
})

it('a fade longer than half of the clip is refused', () => {
  expect(() => limitFitOptions(audibleVideo, oneSecond, { fade: { audio: 0.6 } })).toThrow(
    'A fade is at most half of the clip: 0.5 s.',
  )
})
