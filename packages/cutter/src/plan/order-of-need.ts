import type { PartReader } from '../bytes/part-reader.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import type { SoundTask } from './plan-sound.ts'
import type { VideoTask } from './plan-video.ts'

/** One range of a cut. */
export interface NeededPart {
  video: VideoTask | null
  sound: SoundTask | null
}

/**
 * The packets of a range for each file, in the order in which they are needed: first the head, which takes longest to
 * encode, then the tail, which is encoded beside it, then everything else as time goes by.
 */
export function packetsInOrderOfNeed({ video, sound }: NeededPart): Map<PartReader, PacketRef[]> {
  const needs: Need[] = [...(video ? videoNeeds(video) : []), ...(sound ? soundNeeds(sound) : [])]
  needs.sort((a, b) => a.seconds - b.seconds)
  const byFile = new Map<PartReader, PacketRef[]>()
  for (const { reader, packet } of needs) {
    const packets = byFile.get(reader) ?? []
    packets.push(packet)
    byFile.set(reader, packets)
  }
  return byFile
}

interface Need {
  reader: PartReader
  packet: PacketRef
  seconds: number
}

const BEFORE_ALL = -2e9
const BEFORE_THE_REST = -1e9

function videoNeeds(video: VideoTask): Need[] {
  const { access } = video.opened
  if (access.kind !== 'indexed' || !video.packets) {
    return []
  }
  const { timescale } = access.track
  const { reader } = access
  const need = (packet: PacketRef, index: number, urgency: number): Need => ({
    reader,
    packet,
    seconds: urgency === 0 ? packet.pts / timescale : urgency + index,
  })
  if (video.kind === 'transcode') {
    return video.packets.map((packet, index) => need(packet, index, 0))
  }
  const { head, copy, tail } = video.plan
  const needs: Need[] = []
  for (const [index, packet] of video.packets.entries()) {
    if (head && index >= head.decodeFrom && index < head.decodeTo) {
      needs.push(need(packet, index, BEFORE_ALL))
    } else if (tail && index >= tail.decodeFrom && index < tail.decodeTo) {
      needs.push(need(packet, index, BEFORE_THE_REST))
    } else if (copy && index >= copy.from && index < copy.to) {
      needs.push(need(packet, index, 0))
    }
  }
  return needs
}

function soundNeeds(sound: SoundTask): Need[] {
  const { access } = sound.opened
  if (access.kind !== 'indexed' || !sound.packets) {
    return []
  }
  const ticksPerSecond = sound.kind === 'splice' ? sound.sampleRate : access.track.timescale
  const { reader } = access
  return sound.packets.map((packet) => ({ reader, packet, seconds: packet.pts / ticksPerSecond }))
}
