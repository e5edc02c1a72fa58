import type { OpenedVideo } from '../demux/common/opened-part.ts'
import { PacketFetcher } from '../demux/common/packet-fetcher.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { ReadOptions } from '../io/part-reader.ts'

/**
 * All packets of the frame from its start to a moment, in decode order.
 * @returns null when reading them would take more bytes than allowed; nothing was read then
 */
export async function everyPacket(
  { access }: OpenedVideo,
  untilSeconds: number,
  mostBytes: number,
  options: ReadOptions,
): Promise<AsyncIterable<LoadedPacket> | null> {
  if (access.kind === 'library') {
    if (access.sizeBytes > mostBytes) {
      return null
    }
    const track = await access.open(options)
    return track.packets(0, untilSeconds * track.timescale + 1)
  }
  const { track, reader } = access
  if (!track.isWhollyKnown && reader.sizeBytes > mostBytes) {
    return null
  }
  const packets = await track.covering(0, untilSeconds * track.timescale + 1, options)
  const fetcher = new PacketFetcher(reader, packets, options)
  if (fetcher.totalBytes > mostBytes) {
    return null
  }
  async function* load(): AsyncGenerator<LoadedPacket, void> {
    for (const packet of packets) {
      const { pts, duration, isSync, entryIndex } = packet
      yield { pts, duration, isSync, entryIndex, data: await fetcher.take(packet) }
    }
  }
  return load()
}
