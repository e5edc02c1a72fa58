import type { Media } from '../demux/common/media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { runAhead } from '../io/run-ahead.ts'

export interface FoundKeyframe {
  cell: number
  /** Number that identifies the packet; equal for all cells that show the same packet. */
  identity: number
  /** Time of the keyframe. */
  seconds: number
  /** The packet with its bytes; null if an earlier cell already has this packet. */
  packet: LoadedPacket | null
  /** The track of the packet. */
  video: OpenedVideo
}

export interface WantedCell {
  cell: number
  seconds: number
}

const MAX_CONCURRENT_READS = 4
/** Largest distance of a later keyframe. It is used if it is closer than the earlier one. */
const LOOK_AHEAD_SECONDS = 5
/** Largest keyframe that is read. An 8K keyframe has about half of this size. */
const MAX_KEY_BYTES = 16 * 1024 * 1024

/**
 * Finds the keyframe nearest to the time of each cell, in the order of the cells. Only keyframes and tables are read.
 */
export async function* findKeyPackets(
  media: Pick<Media, 'video' | 'recordings'>,
  cells: readonly WantedCell[],
  options: ReadOptions,
): AsyncGenerator<FoundKeyframe, void> {
  const knownIdentities = new Set<number>()
  const mainVideo = media.video!
  const { access } = mainVideo
  if (access.kind === 'library') {
    const track = await access.open(options)
    for (const { cell, seconds } of cells) {
      const tick = seconds * track.timescale
      for await (const packet of track.packets(tick, tick + 1)) {
        const isNew = !knownIdentities.has(packet.pts)
        knownIdentities.add(packet.pts)
        const key = { cell, identity: packet.pts, seconds: packet.pts / track.timescale, video: mainVideo }
        yield { ...key, packet: isNew ? packet : null }
        break
      }
    }
    return
  }
  const find = async ({ cell, seconds }: WantedCell): Promise<FoundKeyframe | null> => {
    const video = await videoAt(media, seconds, options)
    if (video?.access.kind !== 'indexed') return null
    const { track, reader } = video.access
    const tick = seconds * track.timescale
    const aheadSeconds = track.isFoundByReading ? 0 : LOOK_AHEAD_SECONDS
    const packets = await track.covering(tick, tick + 1 + aheadSeconds * track.timescale, options)
    const ref = nearestKey(packets, tick)
    if (!ref || ref.sizeBytes > MAX_KEY_BYTES) return null
    const { pts, offset, sizeBytes } = ref
    const key = { cell, identity: offset, seconds: pts / track.timescale, video }
    if (knownIdentities.has(offset)) return { ...key, packet: null }
    knownIdentities.add(offset)
    return { ...key, packet: { ...ref, data: await reader.read(offset, offset + sizeBytes, options) } }
  }
  for await (const key of runAhead(cells, MAX_CONCURRENT_READS, find)) {
    if (key) yield key
  }
}

/** The video track at the time `seconds`: that of its recording. null if there is none. */
async function videoAt(
  { video, recordings }: Pick<Media, 'video' | 'recordings'>,
  seconds: number,
  options: ReadOptions,
): Promise<OpenedVideo | null> {
  const index = recordings?.spans.findLastIndex(({ startTime }) => startTime <= seconds) ?? -1
  return recordings && index >= 0 ? (await recordings.open(index, options)).video : video
}

function nearestKey(packets: PacketList, tick: number): PacketRef | undefined {
  let nearest = packets.at(0)
  for (const packet of packets) {
    if (packet.isSync && Math.abs(packet.pts - tick) < Math.abs(nearest!.pts - tick)) nearest = packet
  }
  return nearest
}
