import type { PacketRef } from '../index/packet-ref.ts'

/** The pictures of a clip, on the source's timeline, in ticks. */
export interface FrameWindow {
  firstTick: number
  lastTick: number
  /** When the last picture ends: the clip's end, for picture and sound alike. */
  endTick: number
  frames: number
}

/**
 * Times of ranges are decimals typed by people or computed from frame numbers; times of frames are fractions. This
 * much earlier than a frame still means that frame.
 */
const TOLERANCE_SECONDS = 1e-4

/** The first tick that belongs to a range beginning (and the first that does not, to one ending) at a time. */
export function boundaryTick(seconds: number, timescale: number): number {
  return (seconds - TOLERANCE_SECONDS) * timescale
}

/** The pictures with fromTick <= pts < toTick; null when there is none. */
export function findFrameWindow(packets: readonly PacketRef[], fromTick: number, toTick: number): FrameWindow | null {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const shown = times.filter((time) => time >= fromTick && time < toTick)
  const lastTick = shown.at(-1)
  if (shown.length === 0 || lastTick === undefined) {
    return null
  }
  const last = packets.find(({ pts }) => pts === lastTick)!
  const next = times.find((time) => time > lastTick) ?? Infinity
  // The next one known may not be the next one shown: pictures between them may come later in decode order.
  const duration = Math.min(last.duration || Infinity, next - lastTick)
  return {
    firstTick: shown[0]!,
    lastTick,
    endTick: endOfLastFrame(lastTick, duration, usualDistance(shown) ?? last.duration, toTick),
    frames: shown.length,
  }
}

/** A last picture that stands for long, as in a slide show, is shown until the range ends, not until the next slide. */
export function endOfLastFrame(lastTick: number, duration: number, usual: number, toTick: number): number {
  const whole = Math.max(1, duration)
  const isLong = whole > 2 * Math.max(1, usual)
  return Math.round(isLong ? Math.max(lastTick + 1, Math.min(lastTick + whole, toTick)) : lastTick + whole)
}

function usualDistance(times: readonly number[]): number | null {
  const distances = times.slice(1).map((time, index) => time - times[index]!)
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? null
}
