import { type PacketList, sortedTimes, usualDistance } from '../index/packet-list.ts'
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
const ROUNDED_EDIT_SECONDS = 0.002

/** The first tick that belongs to a range beginning (and the first that does not, to one ending) at a time. */
export function boundaryTick(seconds: number, timescale: number): number {
  return (seconds - TOLERANCE_SECONDS) * timescale
}

/** What is known of a track beyond the packets at hand. */
export interface TrackEnd {
  /** Whether the packets at hand go on until the picture after the range, if there is one. */
  isNextKnown: boolean
  /** Where the edit list ends the last picture of all; Infinity: it does not. */
  presentationEnd: number
  timescale: number
}

/** The pictures with fromTick <= pts < toTick; null when there is none. */
export function findFrameWindow(
  packets: PacketList,
  fromTick: number,
  toTick: number,
  track: TrackEnd = { isNextKnown: false, presentationEnd: Infinity, timescale: 1 },
): FrameWindow | null {
  const times = sortedTimes(packets)
  const shown = times.filter((time) => time >= fromTick && time < toTick)
  const lastTick = shown.at(-1)
  if (shown.length === 0 || lastTick === undefined) {
    return null
  }
  const last = packets.at(packets.pts.indexOf(lastTick))!
  const next = times.find((time) => time > lastTick) ?? Infinity
  const duration = lastDuration(last, next, track)
  return {
    firstTick: shown[0]!,
    lastTick,
    endTick: endOfLastFrame(lastTick, duration, usualDistance(shown) ?? last.duration, toTick),
    frames: shown.length,
  }
}

/** What a table calls the duration of a packet is how long after it the next one is decoded, not shown. */
function lastDuration(last: PacketRef, next: number, { isNextKnown, presentationEnd, timescale }: TrackEnd): number {
  if (next === Infinity) {
    const edited = presentationEnd - last.pts
    // Edit lists are rounded to the movie's clock, durations are not.
    const isRounding = Math.abs(edited - last.duration) <= ROUNDED_EDIT_SECONDS * timescale
    return edited > 0 && edited < Infinity && !isRounding ? edited : last.duration || Infinity
  }
  // The next one known may not be the next one shown: pictures between them may come later in decode order.
  return isNextKnown ? next - last.pts : Math.min(last.duration || Infinity, next - last.pts)
}

/** A last picture that stands for long, as in a slide show, is shown until the range ends, not until the next slide. */
export function endOfLastFrame(lastTick: number, duration: number, usual: number, toTick: number): number {
  const whole = Math.max(1, duration)
  const isLong = whole > 2 * Math.max(1, usual)
  return Math.round(isLong ? Math.max(lastTick + 1, Math.min(lastTick + whole, toTick)) : lastTick + whole)
}
