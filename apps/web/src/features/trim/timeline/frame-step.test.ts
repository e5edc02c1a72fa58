import { describe, expect, it } from 'vitest'
import { stepFrames } from './frame-step.ts'
import { nearestFrame, seekTimes, stepShownFrame } from './shown-frame.ts'

const NTSC_FRAME_RATE = 30_000 / 1001
const USUAL_RATES = [23.976, 24, 25, NTSC_FRAME_RATE, 30, 50, 59.94, 60, 120]

describe('a step of one frame', () => {
  it('goes one frame on and back, at every usual frame rate', () => {
    for (const frameRate of USUAL_RATES) {
      const start = stepFrames(607.2, 0, frameRate)
      expect(stepFrames(stepFrames(start, 1, frameRate), -1, frameRate)).toBe(start)
    }
  })

  it('is exact: its time is never after the start of the frame', () => {
    for (let frame = 0; frame < 5000; frame++) {
      const time = stepFrames(frame / NTSC_FRAME_RATE, 0, NTSC_FRAME_RATE)
      expect(time).toBeLessThanOrEqual(frame / NTSC_FRAME_RATE + 1e-9)
      expect(frame / NTSC_FRAME_RATE - time).toBeLessThan(0.001)
    }
  })

  it('does not drift: a thousand steps are a thousand frames', () => {
    let seconds = 0
    for (let step = 0; step < 1000; step++) seconds = stepFrames(seconds, 1, NTSC_FRAME_RATE)
    expect(seconds).toBe(33.366)
  })

  it('counts from the first frame of the cut, and stops at the first of the video', () => {
    // 27.775 s is between frames 833 (27.767) and 834 (27.800): a clip from there begins with 834.
    expect(stepFrames(27.775, 1, 30)).toBe(27.833)
    expect(stepFrames(27.775, -1, 30)).toBe(27.766)
    expect(stepFrames(0.01, -3, 30)).toBe(0)
    // 4.567 s, within half a millisecond of frame 137 (4.5667), means that frame.
    expect(stepFrames(4.567, 1, 30)).toBe(4.6)
    expect(seekTimes.start(4.567, 30)).toBeCloseTo(137.5 / 30)
  })
})

describe('a step of the playhead', () => {
  it('counts from the frame on screen, even in the middle of one', () => {
    // 27.775 s shows frame 833, which began at 27.767.
    expect(stepShownFrame(27.775, 1, 30)).toBe(27.8)
    expect(stepShownFrame(27.775, -1, 30)).toBe(27.733)
  })

  it('returns to its frame, at every usual frame rate', () => {
    for (const frameRate of USUAL_RATES) {
      const frameStart = stepShownFrame(607.2, 0, frameRate)
      expect(stepShownFrame(stepShownFrame(frameStart, 1, frameRate), -1, frameRate)).toBe(frameStart)
    }
  })
})

it("the preview shows the middle of the clip's first and last frame, never before the video", () => {
  expect(seekTimes.start(6.033, 30)).toBeCloseTo(181.5 / 30)
  expect(seekTimes.start(6.02, 30)).toBeCloseTo(181.5 / 30)
  expect(seekTimes.end(6.033, 30)).toBeCloseTo(180.5 / 30)
  expect(seekTimes.end(10, 30)).toBeCloseTo(299.5 / 30)
  expect(seekTimes.playhead(6.02, 30)).toBeCloseTo(180.5 / 30)
  expect(seekTimes.playhead(6.033, 30)).toBeCloseTo(181.5 / 30)
  expect(seekTimes.end(0, 30)).toBeCloseTo(0.5 / 30)
})

it('the nearest frame is before or after', () => {
  expect([nearestFrame(6.01, 30), nearestFrame(6.02, 30), nearestFrame(6.05, 30)]).toEqual([6, 6.033, 6.066])
})
