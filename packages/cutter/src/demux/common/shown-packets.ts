import type { PacketRef } from '../../io/packet-ref.ts'
import { medianDistance } from './packet-list.ts'

/** Number of packets beyond the end after which no earlier frame can follow: decoders reorder at most 16 frames. */
export const MAX_REORDERED = 17
/** Maximum number of packets in a range. A scan that finds more is in a loop. */
export const MAX_PACKETS = 20_000_000
/** Number of frames beyond the end that are enough: no real encoder places an earlier frame after them. */
export const FRAMES_AFTER_END = 4
/**
 * Largest distance between a requested timestamp and the frame that it means. The timestamp may be slightly before its
 * keyframe. Without this tolerance, reading would begin one GOP earlier.
 */
export const FRAME_TIME_TOLERANCE_SECONDS = 0.001

/**
 * Whether the packets show [fromTick, toTick) without a gap, so that all later packets are shown after this range. Gaps
 * after `toTick` do not matter.
 * @param distance of consecutive frames, in ticks; null: the median of the packets. A few packets do not give it,
 * because the first packets of a GOP may be every second or fourth frame; the result is false then.
 */
export function coversWholeRange(
  packets: readonly PacketRef[],
  fromTick: number,
  toTick: number,
  distance: number | null,
): boolean {
  if (distance === null && packets.length < MAX_REORDERED) return false
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const firstIndex = times.findIndex((time) => time >= fromTick)
  if (firstIndex < 0 || times.length - firstIndex < 3) return false
  const usualTicks = distance ?? medianDistance(times) ?? 0
  const endIndex = times.findIndex((time) => time >= toTick)
  const shownTimes = times.slice(firstIndex, endIndex < 0 ? times.length : Math.max(firstIndex, endIndex) + 1)
  const isWithoutGaps = shownTimes.every(
    (time, index) => index === 0 || time - shownTimes[index - 1]! < 1.5 * usualTicks,
  )
  return isWithoutGaps && shownTimes[0]! < fromTick + 1.5 * usualTicks && shownTimes.at(-1)! + usualTicks >= toTick
}

/**
 * Timestamp of the first frame after a gap near the end of a cut-off recording; null without a gap. The frames in the
 * gap would have been decoded after the end of the file.
 * @param times timestamps of frames in decode order
 */
export function tickAfterLostFrames(times: readonly number[]): number | null {
  const lastTimes = times.slice(-2 * MAX_REORDERED)
  const areReordered = lastTimes.some((time, index) => index > 0 && time < lastTimes[index - 1]!)
  const usualTicks = medianDistance(lastTimes)
  if (!usualTicks || !areReordered) return null
  const shownOrder = lastTimes.toSorted((a, b) => a - b).slice(-MAX_REORDERED)
  // A frame that is decoded after the frame behind the gap must be shown before it, as the lost frames would be.
  const isLastShown = (time: number) => lastTimes.slice(lastTimes.indexOf(time)).every((laterTime) => laterTime <= time)
  const isAfterGap = (time: number, index: number) => index > 0 && time - shownOrder[index - 1]! > 1.5 * usualTicks
  return shownOrder.find((time, index) => isAfterGap(time, index) && isLastShown(time)) ?? null
}

/** Sets missing durations to the distance to the next shown packet. The last packet gets the median distance. */
export function withDurations(packets: readonly PacketRef[]): PacketRef[] {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const usualTicks = medianDistance(times) ?? 0
  const nextOf = new Map(times.map((time, index) => [time, times[index + 1]]))
  return packets.map((packet) => {
    const nextTick = nextOf.get(packet.pts)
    return { ...packet, duration: packet.duration || (nextTick === undefined ? usualTicks : nextTick - packet.pts) }
  })
}

/**
 * Removes packets after the end, except the first `maxAfter`, whose timestamps give the end of the last shown frame.
 */
export function withoutLaterPackets(packets: PacketRef[], toTick: number, maxAfter: number): PacketRef[] {
  const lastShown = packets.findLastIndex(({ pts }) => pts < toTick)
  return packets.slice(0, lastShown + 1 + maxAfter)
}
