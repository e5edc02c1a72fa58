import { type PacketByteRanges, PacketList } from '../demux/common/packet-list.ts'
import type { PartReader } from '../io/part-reader.ts'
import type { AudioTask } from './plan-audio.ts'
import type { VideoTask } from './plan-video.ts'

export interface NeededPart {
  video: VideoTask | null
  audio: AudioTask | null
}

/**
 * The packets of a range for each file, in the order in which the cut needs them: first the head, which takes longest
 * to encode, then the tail, which is encoded in parallel, then all others by time.
 */
export function packetsInOrderOfNeed({ video, audio }: NeededPart): Map<PartReader, PacketByteRanges> {
  const needsByFile = new Map<PartReader, TrackNeed[]>()
  for (const need of [...(video ? videoNeeds(video) : []), ...(audio ? audioNeeds(audio) : [])]) {
    needsByFile.set(need.reader, [...(needsByFile.get(need.reader) ?? []), need])
  }
  return new Map([...needsByFile].map(([reader, needs]) => [reader, mergeNeeds(needs)]))
}

/** Packets of one track, in the order in which the cut takes them. */
interface TrackNeed {
  reader: PartReader
  packets: PacketList
  /** Number of packets at the front that come before all packets of the other track, even if they are shown late. */
  urgentPackets: number
  ticksPerSecond: number
}

function videoNeeds(video: VideoTask): TrackNeed[] {
  const { access } = video.opened
  if (access.kind !== 'indexed' || !video.packets) return []
  const { reader } = access
  const ticksPerSecond = access.track.timescale
  if (video.kind === 'transcode') return [{ reader, packets: video.packets, urgentPackets: 0, ticksPerSecond }]
  const { packets } = video
  const { head, copy, tail } = video.plan
  const headEnd = head?.decodeTo ?? 0
  // Ranges are trimmed so that no packet is fetched twice, even if head, tail and copies share it.
  const tailFrom = Math.max(headEnd, tail?.decodeFrom ?? packets.length)
  const tailTo = Math.max(tailFrom, tail?.decodeTo ?? 0)
  const copyFrom = Math.max(headEnd, copy?.from ?? packets.length)
  const parts = [
    head ? packets.slice(head.decodeFrom, headEnd) : packets.slice(0, 0),
    packets.slice(tailFrom, tailTo),
    packets.slice(copyFrom, Math.max(copyFrom, Math.min(tailFrom, copy?.to ?? 0))),
    packets.slice(tailTo, Math.max(tailTo, copy?.to ?? 0)),
  ]
  const urgentPackets = parts[0]!.length + parts[1]!.length
  return [{ reader, packets: PacketList.joined(parts), urgentPackets, ticksPerSecond }]
}

function audioNeeds(audio: AudioTask): TrackNeed[] {
  const { access } = audio.opened
  if (access.kind !== 'indexed' || !audio.packets) return []
  const ticksPerSecond = audio.kind === 'splice' ? audio.sampleRate : access.track.timescale
  return [{ reader: access.reader, packets: audio.packets, urgentPackets: 0, ticksPerSecond }]
}

/** Merges the packets of video and audio in one file: the urgent ones first, then all by time. */
function mergeNeeds([first, second]: readonly TrackNeed[]): PacketByteRanges {
  if (!first || !second) return first?.packets ?? PacketList.of([])
  const count = first.packets.length + second.packets.length
  const byteRanges = { offsets: new Float64Array(count), sizes: new Float64Array(count) }
  let firstIndex = 0
  let secondIndex = 0
  for (let at = 0; at < count; at++) {
    const isFirst = isNext(first, firstIndex, second, secondIndex)
    const { packets } = isFirst ? first : second
    const index = isFirst ? firstIndex++ : secondIndex++
    byteRanges.offsets[at] = packets.offsets[index]!
    byteRanges.sizes[at] = packets.sizes[index]!
  }
  return byteRanges
}

/** Whether a packet of one need comes before a packet of another: it is urgent, or its time is no later. */
function isNext(a: TrackNeed, indexA: number, b: TrackNeed, indexB: number): boolean {
  if (indexA >= a.packets.length || indexB >= b.packets.length) return indexA < a.packets.length
  return (
    indexA < a.urgentPackets || a.packets.pts[indexA]! / a.ticksPerSecond <= b.packets.pts[indexB]! / b.ticksPerSecond
  )
}
