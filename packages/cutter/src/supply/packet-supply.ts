import { throwIfCancelled } from '../api/cutter-error.ts'
import type { OpenedAudio, OpenedVideo, TrackAccess } from '../demux/common/opened-part.ts'
import { type PacketFetcher, packetFetcher } from '../demux/common/packet-fetcher.ts'
import { type PacketList, sumOf } from '../demux/common/packet-list.ts'
import { ScatteredPacketReader } from '../demux/common/scattered-packet-reader.ts'
import { NO_BRIDGES } from '../io/merge-reads.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../io/part-reader.ts'
import type { CutTask } from '../plan/cut-task.ts'
import { type NeededPart, packetsInOrderOfNeed } from '../plan/order-of-need.ts'
import type { CutProgressMeter } from './progress-meter.ts'

export interface TrackWork {
  supply: ClipSupply
  /** Source of the audio packets; absent: `supply`. */
  audioSupply?: AudioSupply | undefined
  progress: CutProgressMeter
  signal: AbortSignal
}

export type ClipSupply = ReturnType<typeof clipSupply>

/** The source of a clip's audio packets. */
export interface AudioSupply {
  of(index: number): Pick<ReturnType<ClipSupply['of']>, 'packets'>
}

/**
 * Supplies each range of a cut with its packets. Packets that two ranges share are fetched twice, to hold fewer in
 * memory.
 */
export function clipSupply({ video, audio }: CutTask, readOptions: ReadOptions, onBytes: (count: number) => void) {
  const ranges = new Map<number, ReturnType<typeof rangeSupply>>()
  return {
    /** @param index index of the clip's part, from 0 */
    of(index: number) {
      const part = { video: video?.parts[index] ?? null, audio: audio?.parts[index] ?? null }
      const supply = ranges.get(index) ?? rangeSupply(part, readOptions, onBytes)
      ranges.set(index, supply)
      return supply
    },
    /**
     * Total size of the needed packets in all ranges begun so far. Tracks without an index count the packets read so
     * far.
     */
    coveredBytes: (): number => [...ranges.values()].reduce((sum, supply) => sum + supply.coveredBytes(), 0),
  }
}

/** Supplies one range. Video and audio of one file share their requests, because they are interleaved. */
function rangeSupply(part: NeededPart, readOptions: ReadOptions, onBytes: (count: number) => void) {
  const fetchers = new Map<PartReader, PacketFetcher>()
  let coveredBytes = 0
  for (const [reader, packets] of packetsInOrderOfNeed(part)) {
    // Packets of a ScatteredPacketReader are mostly cached. Bytes between them would have to be fetched, so reads are not
    // merged.
    const bridging = reader instanceof ScatteredPacketReader ? NO_BRIDGES : undefined
    fetchers.set(reader, packetFetcher(reader, packets, readOptions, onBytes, bridging))
    coveredBytes += sumOf(packets.sizes)
  }
  const take = (access: TrackAccess, packet: PacketRef): Promise<Uint8Array> => {
    const fetcher = access.kind === 'indexed' ? fetchers.get(access.reader) : undefined
    if (!fetcher) throw new Error('Packets of this track were not announced.')
    return fetcher.take(packet)
  }
  return {
    take,
    coveredBytes: () => coveredBytes,
    /** The packets of a track for a range, in decode order. */
    async *packets(
      { access }: OpenedVideo | OpenedAudio,
      plannedPackets: PacketList | null,
      range: { fromTick: number; toTick: number },
    ): AsyncGenerator<LoadedPacket, void> {
      if (access.kind === 'library') {
        const track = await access.open(readOptions)
        for await (const packet of track.packets(range.fromTick, range.toTick)) {
          coveredBytes += packet.data.length
          yield packet
        }
        return
      }
      for (const packet of plannedPackets ?? []) {
        throwIfCancelled(readOptions.signal)
        yield { ...packet, data: await take(access, packet) }
      }
    },
  }
}
