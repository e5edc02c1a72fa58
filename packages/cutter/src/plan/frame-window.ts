import { TYPED_TIME_TOLERANCE_SECONDS } from '../api/time-range.ts'
import { type PacketList, sortedTimes } from '../demux/common/packet-list.ts'
import type { PacketRef } from '../io/packet-ref.ts'

/** The frames of a clip's range, in ticks on the source's timeline. */
export interface FrameWindow {
  firstTick: number
  lastTick: number
  /** End of the video and audio: the end of the last frame, or of the range if that is earlier. */
  endTick: number
  /** End of the last frame where another range follows. It keeps its full duration there, for even motion. */
  jointTick: number
  frames: number
}

const ROUNDED_EDIT_SECONDS = 0.002

/**
 * The tick of a range's start or end: the timestamp of the nearest frame within the tolerance, otherwise the exact
 * time.
 * @param times timestamps of frames in ticks, ascending
 */
export function boundaryTick(
  seconds: number,
  { times, timescale, toleranceSeconds }: { times: Float64Array; timescale: number; toleranceSeconds: number },
): number {
  const exactTick = seconds * timescale
  const distanceTo = (time: number) => Math.abs(time - exactTick)
  const closeTimes = times.filter((time) => distanceTo(time) <= toleranceSeconds * timescale)
  return closeTimes.reduce(
    (nearest, time) => (distanceTo(time) < distanceTo(nearest) ? time : nearest),
    closeTimes[0] ?? exactTick,
  )
}

export interface TrackEnd {
  /** Whether the packets include the frame after the range, if there is one. */
  isNextKnown: boolean
  /** Tick at which the edit list ends the track's last frame; Infinity: the edit list does not end it. */
  presentationEnd: number
  timescale: number
  /** End of the range. The last frame is shown no longer, except at the end of the media. */
  rangeEndTick: number
  /** Earliest end of the last frame, if no frame follows it; absent: the end follows from its duration. */
  heldUntilTick?: number
  /** Whether the media ends with the range. */
  isToEnd?: boolean
}

/** Finds the frames with fromTick <= pts < toTick; null if there are none. */
export function findFrameWindow(
  packets: PacketList,
  fromTick: number,
  toTick: number,
  track: TrackEnd,
): FrameWindow | null {
  const times = sortedTimes(packets)
  const rangeTimes = times.filter((time) => time >= fromTick && time < toTick)
  const lastTick = rangeTimes.at(-1)
  if (rangeTimes.length === 0 || lastTick === undefined) return null
  const last = packets.at(packets.pts.indexOf(lastTick))!
  // Frames after the end of the edit list are never shown, and do not end the last one.
  const next = times.find((time) => time > lastTick && time < track.presentationEnd) ?? Infinity
  // Tables may give a long frame the duration of all others, and audio may continue after the last frame.
  const heldTicks = Math.min(next, track.heldUntilTick ?? 0) - lastTick
  const duration = Math.max(lastDuration(last, next, track), heldTicks)
  // At the end of the media, the last frame is shown at least as long as the frame before.
  const usualEnd = track.isToEnd ? 2 * lastTick - (rangeTimes.at(-2) ?? lastTick) : 0
  return {
    firstTick: rangeTimes[0]!,
    lastTick,
    ...endOfLastFrame(lastTick, duration, { ...track, rangeEndTick: Math.max(track.rangeEndTick, usualEnd) }),
    frames: rangeTimes.length,
  }
}

/**
 * Display duration of the last frame. A table gives the time until the next packet is decoded, not until it is shown.
 */
function lastDuration(last: PacketRef, next: number, { isNextKnown, presentationEnd, timescale }: TrackEnd): number {
  if (next === Infinity) {
    const editedDuration = presentationEnd - last.pts
    // Edit lists are rounded to the timescale of the movie; durations of packets are not.
    const isRounding = Math.abs(editedDuration - last.duration) <= ROUNDED_EDIT_SECONDS * timescale
    const isEdited = editedDuration > 0 && editedDuration < Infinity && !isRounding
    return isEdited ? editedDuration : last.duration || Infinity
  }
  // Frames shown before `next` may come later in decode order, beyond the given packets.
  return isNextKnown ? next - last.pts : Math.min(last.duration || Infinity, next - last.pts)
}

/** Longest frame that keeps its full duration at a joint. Longer ones end with their range. */
const MAX_WHOLE_SECONDS = 0.1

/**
 * Ends the last frame with its duration or with the range, whichever is earlier, so that a ten-second clip lasts
 * ten seconds at any frame rate. If both ends differ only by rounding, the frame keeps its duration.
 */
export function endOfLastFrame(
  lastTick: number,
  duration: number,
  { rangeEndTick, timescale }: Pick<TrackEnd, 'rangeEndTick' | 'timescale'>,
): Pick<FrameWindow, 'endTick' | 'jointTick'> {
  const fullEnd = lastTick + Math.max(1, duration)
  const end = fullEnd - rangeEndTick > TYPED_TIME_TOLERANCE_SECONDS * timescale ? rangeEndTick : fullEnd
  const endTick = Math.max(lastTick + 1, Math.round(end))
  return { endTick, jointTick: duration <= MAX_WHOLE_SECONDS * timescale ? Math.round(fullEnd) : endTick }
}
