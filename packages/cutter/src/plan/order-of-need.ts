import { PacketList, type PacketPlaces } from '../demux/common/packet-list.ts'
import type { PartReader } from '../io/part-reader.ts'
import type { AudioTask } from './plan-audio.ts'
import type { VideoTask } from './plan-video.ts'

export interface NeededPart {
  video: VideoTask | null
  audio: AudioTask | null
}

/**
 * The packets of a range for each file, in the order in which they are needed: first the head, which takes longest to
 * encode, then the tail, which is encoded in parallel, then everything else in order of time.
 */
export function packetsInOrderOfNeed({ video, audio }: NeededPart): Map<PartReader, PacketPlaces> {
  const byFile = new Map<PartReader, Need[]>()
  for (const need of [...(video ? videoNeeds(video) : []), ...(audio ? audioNeeds(audio) : [])]) {
    byFile.set(need.reader, [...(byFile.get(need.reader) ?? []), need])
  }
  return new Map([...byFile].map(([reader, needs]) => [reader, merged(needs)]))
}

/** Packets of one track, in the order in which they are taken. */
interface Need {
  reader: PartReader
  packets: PacketList
  /** Packets that come before all others, even if they are shown late. */
  urgent: number
  ticksPerSecond: number
}

function videoNeeds(video: VideoTask): Need[] {
  const { access } = video.opened
  if (access.kind !== 'indexed' || !video.packets) return []
  const { reader } = access
  const ticksPerSecond = access.track.timescale
  if (video.kind === 'transcode') return [{ reader, packets: video.packets, urgent: 0, ticksPerSecond }]
  const { packets } = video
  const { head, copy, tail } = video.plan
  const headEnd = head?.decodeTo ?? 0
  // Packets of the head are fetched once, and so are those that the tail and the copies share.
  const tailFrom = Math.max(headEnd, tail?.decodeFrom ?? packets.length)
  const tailTo = Math.max(tailFrom, tail?.decodeTo ?? 0)
  const copyFrom = Math.max(headEnd, copy?.from ?? packets.length)
  const parts = [
    head ? packets.slice(head.decodeFrom, headEnd) : packets.slice(0, 0),
    packets.slice(tailFrom, tailTo),
    packets.slice(copyFrom, Math.max(copyFrom, Math.min(tailFrom, copy?.to ?? 0))),
    packets.slice(tailTo, Math.max(tailTo, copy?.to ?? 0)),
  ]
  const urgent = parts[0]!.length + parts[1]!.length
  return [{ reader, packets: PacketList.joined(parts), urgent, ticksPerSecond }]
}

function audioNeeds(audio: AudioTask): Need[] {
  const { access } = audio.opened
  if (access.kind !== 'indexed' || !audio.packets) return []
  const ticksPerSecond = audio.kind === 'splice' ? audio.sampleRate : access.track.timescale
  return [{ reader: access.reader, packets: audio.packets, urgent: 0, ticksPerSecond }]
}

/** Frames and audio of one file: the urgent packets, then both in order of time. */
function merged([first, second]: readonly Need[]): PacketPlaces {
  if (!first || !second) return first?.packets ?? PacketList.of([])
  const count = first.packets.length + second.packets.length
  const places = { offsets: new Float64Array(count), sizes: new Float64Array(count) }
  let ofFirst = 0
  let ofSecond = 0
  for (let at = 0; at < count; at++) {
    const isFirst = isNext(first, ofFirst, second, ofSecond)
    const { packets } = isFirst ? first : second
    const index = isFirst ? ofFirst++ : ofSecond++
    places.offsets[at] = packets.offsets[index]!
    places.sizes[at] = packets.sizes[index]!
  }
  return places
}

/** Whether a packet of one track is needed no later than one of the other. */
function isNext(one: Need, at: number, other: Need, otherAt: number): boolean {
  if (at >= one.packets.length || otherAt >= other.packets.length) return at < one.packets.length
  return (
    at < one.urgent || one.packets.pts[at]! / one.ticksPerSecond <= other.packets.pts[otherAt]! / other.ticksPerSecond
  )
}
