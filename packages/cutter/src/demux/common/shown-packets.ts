import type { PacketRef } from '../../io/packet-ref.ts'
import { usualDistance } from './packet-list.ts'

/** Decoders reorder at most 16 frames: after this many packets beyond the end, no earlier frame can follow. */
export const MOST_REORDERED = 17
/** Hours of packets: a scan that finds more is in a loop. */
export const MOST_PACKETS = 20_000_000
/** No encoder delays a frame by this many later ones. */
export const ENOUGH_BEYOND = 4
/**
 * Requested times are a little before the frames that they mean: a sync sample this much later is that frame
 * itself, because no two frames are so near to each other. Without this every start on a keyframe would read a GOP more.
 */
export const SAME_FRAME_SECONDS = 0.001

/**
 * Whether frames follow each other without a hole until the end, so that every later packet is shown later. There may be
 * holes after the end: the frames that fill them come later and are not needed.
 * @param distance of neighbours, in ticks; null: it is seen in the packets. In a few it cannot be seen: the first ones of a GOP
 * may be every second or fourth frame, and the frames between them come later.
 */
export function isShownWhole(
  packets: readonly PacketRef[],
  fromTick: number,
  toTick: number,
  distance: number | null,
): boolean {
  if (distance === null && packets.length < MOST_REORDERED) return false
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const first = times.findIndex((time) => time >= fromTick)
  if (first < 0 || times.length - first < 3) return false
  const usual = distance ?? usualDistance(times) ?? 0
  const beyond = times.findIndex((time) => time >= toTick)
  const shown = times.slice(first, beyond < 0 ? times.length : Math.max(first, beyond) + 1)
  const isWithoutHoles = shown.every((time, index) => index === 0 || time - shown[index - 1]! < 1.5 * usual)
  return isWithoutHoles && shown[0]! < fromTick + 1.5 * usual && shown.at(-1)! + usual >= toTick
}

/**
 * Of the last frames of a recording that broke off: when the first one is shown behind a hole. What would fill it is decoded
 * later, and lost. null: there is no hole.
 * @param times in the order of decoding
 */
export function afterLostFrames(times: readonly number[]): number | null {
  const last = times.slice(-2 * MOST_REORDERED)
  const areReordered = last.some((time, index) => index > 0 && time < last[index - 1]!)
  const usual = usualDistance(last)
  if (!usual || !areReordered) return null
  const sorted = last.toSorted((one, other) => one - other).slice(-MOST_REORDERED)
  // What is decoded after a frame that is shown behind the hole belongs before it, as what is lost does.
  const isLastShown = (time: number) => last.slice(last.indexOf(time)).every((later) => later <= time)
  const isBehindHole = (time: number, index: number) => index > 0 && time - sorted[index - 1]! > 1.5 * usual
  return sorted.find((time, index) => isBehindHole(time, index) && isLastShown(time)) ?? null
}

/** Packets of these containers do not say how long they last: until the next one is shown. */
export function withDurations(packets: readonly PacketRef[]): PacketRef[] {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const usual = usualDistance(times) ?? 0
  const nextOf = new Map(times.map((time, index) => [time, times[index + 1]]))
  return packets.map((packet) => {
    const next = nextOf.get(packet.pts)
    return { ...packet, duration: packet.duration || (next === undefined ? usual : next - packet.pts) }
  })
}

/** Keeps a few packets after the last one shown before the end: they show when it ends. */
export function withoutRest(packets: PacketRef[], toTick: number, mostCached: number): PacketRef[] {
  const last = packets.findLastIndex(({ pts }) => pts < toTick)
  return packets.slice(0, last + 1 + mostCached)
}
