import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { PacketRef } from '../io/packet-ref.ts'

/** The frames of a clip, on the source's timeline, in ticks. */
export interface FrameWindow {
  firstTick: number
  lastTick: number
  /** When the last frame ends, or the range: the clip's end, for video and audio alike. */
  endTick: number
  /** When the last frame ends where another range follows: frames keep their rhythm across the joint. */
  jointTick: number
  frames: number
}

/**
 * Times of ranges are typed as players display them, in milliseconds; times of frames are fractions. A time this near to a
 * frame's means that frame: half a millisecond, and what a computer rounds.
 */
export const TYPED_TIME_TOLERANCE_SECONDS = 0.000501
const ROUNDED_EDIT_SECONDS = 0.002

/**
 * The first tick that belongs to a range beginning (and the first that does not, to one ending) at a time: the nearest
 * frame's, where one is within the tolerance.
 * @param times of frames, in ticks, ascending
 */
export function boundaryTick(
  seconds: number,
  { times, timescale, toleranceSeconds }: { times: Float64Array; timescale: number; toleranceSeconds: number },
): number {
  const typed = seconds * timescale
  const distanceTo = (time: number) => Math.abs(time - typed)
  const near = times.filter((time) => distanceTo(time) <= toleranceSeconds * timescale)
  return near.reduce((nearest, time) => (distanceTo(time) < distanceTo(nearest) ? time : nearest), near[0] ?? typed)
}

export interface TrackEnd {
  /** Whether the given packets include the frame after the range, if there is one. */
  isNextKnown: boolean
  /** The time at which the edit list ends the very last frame; Infinity: it does not. */
  presentationEnd: number
  timescale: number
  /** When the range itself ends, to the tick: until then the last frame is shown, if nothing follows it. */
  rangeEndTick: number
  /** Until then it is shown at least, whatever its duration says, if nothing follows it; absent: it is not. */
  heldUntilTick?: number
  isToEnd?: boolean
}

/** The frames with fromTick <= pts < toTick; null when there is none. */
export function findFrameWindow(
  packets: PacketList,
  fromTick: number,
  toTick: number,
  track: TrackEnd,
): FrameWindow | null {
  const times = sortedTimes(packets)
  const shown = times.filter((time) => time >= fromTick && time < toTick)
  const lastTick = shown.at(-1)
  if (shown.length === 0 || lastTick === undefined) return null
  const last = packets.at(packets.pts.indexOf(lastTick))!
  const next = times.find((time) => time > lastTick) ?? Infinity
  // Tables call frames that stand for long as short as all others, and audio may go on after the last one.
  const held = Math.min(next, track.heldUntilTick ?? 0) - lastTick
  const duration = Math.max(lastDuration(last, next, track), held)
  // At the end of the media, the last frame is shown at least as long as the one before it.
  const usualEnd = track.isToEnd ? 2 * lastTick - (shown.at(-2) ?? lastTick) : 0
  return {
    firstTick: shown[0]!,
    lastTick,
    ...endOfLastFrame(lastTick, duration, { ...track, rangeEndTick: Math.max(track.rangeEndTick, usualEnd) }),
    frames: shown.length,
  }
}

/** The duration of a packet in a table is the time until the next one is decoded, not shown. */
function lastDuration(last: PacketRef, next: number, { isNextKnown, presentationEnd, timescale }: TrackEnd): number {
  if (next === Infinity) {
    const edited = presentationEnd - last.pts
    // Edit lists are rounded to the movie's clock, durations are not.
    const isRounding = Math.abs(edited - last.duration) <= ROUNDED_EDIT_SECONDS * timescale
    return edited > 0 && edited < Infinity && !isRounding ? edited : last.duration || Infinity
  }
  // The next one known may not be the next one shown: frames between them may come later in decode order.
  return isNextKnown ? next - last.pts : Math.min(last.duration || Infinity, next - last.pts)
}

/** At a joint, frames that stand for longer are shown no longer than their range lasts. */
const LONGEST_WHOLE_SECONDS = 0.1

/**
 * A frame is shown until the next one, or until the range ends: a clip of ten seconds lasts ten seconds, at one
 * frame a second and at 60. The ends of a frame and of a range, a decimal, may mean the same time.
 */
export function endOfLastFrame(
  lastTick: number,
  duration: number,
  { rangeEndTick, timescale }: Pick<TrackEnd, 'rangeEndTick' | 'timescale'>,
): Pick<FrameWindow, 'endTick' | 'jointTick'> {
  const whole = lastTick + Math.max(1, duration)
  const end = whole - rangeEndTick > TYPED_TIME_TOLERANCE_SECONDS * timescale ? rangeEndTick : whole
  const endTick = Math.max(lastTick + 1, Math.round(end))
  return { endTick, jointTick: duration <= LONGEST_WHOLE_SECONDS * timescale ? Math.round(whole) : endTick }
}
