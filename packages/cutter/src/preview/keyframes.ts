import type { Media } from '../demux/common/media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { startedAhead } from '../io/started-ahead.ts'

export interface FoundKey {
  cell: number
  /** The same for all cells that show the same packet. */
  identity: number
  seconds: number
  /** null when an earlier cell was given the bytes of the same packet. */
  packet: LoadedPacket | null
  /** The track that it is of. */
  video: OpenedVideo
}

export interface WantedCell {
  cell: number
  seconds: number
}

const READS_AT_ONCE = 4
/** A keyframe this long after a time may stand for it, if the one before is even further off. */
const LOOK_AHEAD_SECONDS = 5
/** A keyframe of 8K takes about half of this. */
const LARGEST_KEY_BYTES = 16 * 1024 * 1024

/** The key packet nearest to each time, with its bytes, in the order of the cells. Nothing else of the media is read. */
export async function* findKeyPackets(
  media: Pick<Media, 'video' | 'recordings'>,
  wanted: readonly WantedCell[],
  options: ReadOptions,
): AsyncGenerator<FoundKey, void> {
  const seen = new Set<number>()
  const main = media.video!
  const { access } = main
  if (access.kind === 'library') {
    const track = await access.open(options)
    for (const { cell, seconds } of wanted) {
      const tick = seconds * track.timescale
      for await (const packet of track.packets(tick, tick + 1)) {
        const isNew = !seen.has(packet.pts)
        seen.add(packet.pts)
        const found = { cell, identity: packet.pts, seconds: packet.pts / track.timescale, video: main }
        yield { ...found, packet: isNew ? packet : null }
        break
      }
    }
    return
  }
  const find = async ({ cell, seconds }: WantedCell): Promise<FoundKey | null> => {
    const video = await videoAt(media, seconds, options)
    if (video?.access.kind !== 'indexed') return null
    const { track, reader } = video.access
    const tick = seconds * track.timescale
    const aheadSeconds = track.isFoundByReading ? 0 : LOOK_AHEAD_SECONDS
    const around = await track.covering(tick, tick + 1 + aheadSeconds * track.timescale, options)
    const key = nearestKey(around, tick)
    if (!key || key.sizeBytes > LARGEST_KEY_BYTES) return null
    const { pts, offset, sizeBytes } = key
    const found = { cell, identity: offset, seconds: pts / track.timescale, video }
    if (seen.has(offset)) return { ...found, packet: null }
    seen.add(offset)
    return { ...found, packet: { ...key, data: await reader.read(offset, offset + sizeBytes, options) } }
  }
  for await (const found of startedAhead(wanted, READS_AT_ONCE, find)) {
    if (found) yield found
  }
}

/** The video that is shown at a time; null when there is none. */
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
