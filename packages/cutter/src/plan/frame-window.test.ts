import { describe, expect, it } from 'vitest'
import { TYPED_TIME_TOLERANCE_SECONDS } from '../api/time-range.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import { boundaryTick, findFrameWindow } from './frame-window.ts'

const OPEN_ENDED_TRACK = { isNextKnown: false, presentationEnd: Infinity, timescale: 1, rangeEndTick: Infinity }

function framesAt(pts: number[], duration = 10): PacketList {
  const fields = { duration, isSync: false, offset: 0, sizeBytes: 1, entryIndex: 0 }
  return PacketList.of(pts.map((time) => ({ pts: time, ...fields })))
}

describe('boundaryTick', () => {
  const boundary = (seconds: number, milliseconds: number[], toleranceSeconds = TYPED_TIME_TOLERANCE_SECONDS) =>
    boundaryTick(seconds, { times: Float64Array.from(milliseconds), timescale: 1000, toleranceSeconds })

  it('is the frame displayed with this time, even if its exact time differs by a fraction', () => {
    expect(boundary(0.067, [33.333, 66.667, 100])).toBe(66.667)
    expect(boundary(0.033, [0, 33.333])).toBe(33.333)
    // 66.5 is displayed as 67, and 67.5 as 68.
    expect(boundary(0.067, [66.5, 67.5])).toBe(66.5)
  })

  it('is the nearest frame if several are near', () => {
    expect(boundary(0.067, [66, 67, 68])).toBe(67)
    expect(boundary(0.0675, [66.5, 67, 67.5, 68])).toBe(67.5)
    expect(boundary(0.067, [66, 67], 0.0011)).toBe(67)
    expect(boundary(0.067, [66], 0.0011)).toBe(66)
  })

  it('is the time itself if no frame is near', () => {
    expect(boundary(0.05, [33.333, 66.667])).toBe(50)
    expect(boundary(Infinity, [33.333])).toBe(Infinity)
  })
})

describe('findFrameWindow', () => {
  it('takes a frame that begins with the range, and not one that begins at its end', () => {
    const window = findFrameWindow(framesAt([0, 30, 10, 20, 40]), 10, 40, OPEN_ENDED_TRACK)
    expect(window).toEqual({ firstTick: 10, lastTick: 30, endTick: 40, jointTick: 40, frames: 3 })
  })

  it('finds nothing if no frame begins', () => {
    expect(findFrameWindow(framesAt([0, 10]), 11, 20, OPEN_ENDED_TRACK)).toBeNull()
  })

  it('ends the last frame by its own duration, even if later frames are only partly known', () => {
    // The frame at 30 comes later in decode order, so its packet is not in the list.
    expect(findFrameWindow(framesAt([0, 40, 20, 10]), 0, 25, OPEN_ENDED_TRACK)?.endTick).toBe(30)
  })

  it('ends the last frame at a known next frame, and ignores its duration in the table', () => {
    const track = { isNextKnown: true, presentationEnd: 60, timescale: 1000, rangeEndTick: Infinity }
    expect(findFrameWindow(framesAt([0, 10, 22, 35, 47], 8), 0, 30, track)?.endTick).toBe(35)
  })

  it('ends the very last frame with the edit list, apart from rounding', () => {
    const track = (presentationEnd: number) => ({
      isNextKnown: true,
      presentationEnd,
      timescale: 1000,
      rangeEndTick: 100,
    })
    expect(findFrameWindow(framesAt([0, 10, 20]), 0, 100, track(38))?.endTick).toBe(38)
    expect(findFrameWindow(framesAt([0, 10, 20]), 0, 100, track(31))?.endTick).toBe(30)
  })

  it('ends even a long last frame with the range, unless it ends before', () => {
    const until = (rangeEndTick: number) => ({
      isNextKnown: true,
      presentationEnd: Infinity,
      timescale: 1,
      rangeEndTick,
    })
    const slides = PacketList.joined([framesAt([0, 10, 20]), framesAt([30], 5000)])
    expect(findFrameWindow(slides, 0, 100, until(100))?.endTick).toBe(100)
    expect(findFrameWindow(framesAt([0, 10, 20, 30]), 0, 25, until(25))?.endTick).toBe(25)
    expect(findFrameWindow(framesAt([0, 10, 20]), 0, 100, until(100))?.endTick).toBe(30)
    // A range end that differs from the frame's end only by decimal rounding is the same time.
    expect(findFrameWindow(framesAt([0, 10, 20, 30]), 0, 30, until(29.99995))?.endTick).toBe(30)
  })

  it('shows the last frame until the next one or the end, however short its table entry', () => {
    const until = (heldUntilTick: number) => ({ ...OPEN_ENDED_TRACK, rangeEndTick: 100, heldUntilTick })
    expect(findFrameWindow(framesAt([0, 10, 20, 150]), 0, 100, until(100))).toMatchObject({
      endTick: 100,
      jointTick: 100,
    })
    expect(findFrameWindow(framesAt([0, 10, 20]), 0, 100, until(90))?.endTick).toBe(90)
    expect(findFrameWindow(framesAt([0, 10, 20, 30]), 0, 25, until(25))?.endTick).toBe(30)
  })
})
