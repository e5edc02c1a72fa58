import { throwIfCancelled } from '../api/cutter-error.ts'
import { HeldPacketReader } from '../demux/common/held-packet-reader.ts'
import type { OpenedAudio, OpenedVideo, TrackAccess } from '../demux/common/opened-part.ts'
import { type PacketFetcher, packetFetcher } from '../demux/common/packet-fetcher.ts'
import { type PacketList, sumOf } from '../demux/common/packet-list.ts'
import { NO_BRIDGES } from '../io/merge-reads.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../io/part-reader.ts'
import type { CutTask } from '../plan/cut-task.ts'
import { type NeededPart, packetsInOrderOfNeed } from '../plan/order-of-need.ts'
import type { CutProgressMeter } from './progress-meter.ts'

export interface TrackWork {
  supply: ClipSupply
  /** Where the audio comes from; absent: from the supply. */
  audioSupply?: AudioSupply | undefined
  progress: CutProgressMeter
  signal: AbortSignal
}

export type ClipSupply = ReturnType<typeof clipSupply>

/** Where the packets of a clip's audio come from. */
export interface AudioSupply {
  of(index: number): Pick<ReturnType<ClipSupply['of']>, 'packets'>
}

/** Gives each range of a cut its packets. Packets that two ranges share are fetched twice, rather than held until the later one. */
export function clipSupply({ video, audio }: CutTask, readOptions: ReadOptions, onBytes: (count: number) => void) {
  const ranges = new Map<number, ReturnType<typeof rangeSupply>>()
  return {
    /** @param index which of the clip's ranges, counted from 0 */
    of(index: number) {
      const part = { video: video?.parts[index] ?? null, audio: audio?.parts[index] ?? null }
      const supply = ranges.get(index) ?? rangeSupply(part, readOptions, onBytes)
      ranges.set(index, supply)
      return supply
    },
    /** The bytes of all packets that the ranges need: for an MP4 those of every range begun, for others those read. */
    coveredBytes: (): number => [...ranges.values()].reduce((sum, supply) => sum + supply.coveredBytes(), 0),
  }
}

/** Video and audio of one file share their requests, because they lie side by side. */
function rangeSupply(part: NeededPart, readOptions: ReadOptions, onBytes: (count: number) => void) {
  const fetchers = new Map<PartReader, PacketFetcher>()
  let coveredBytes = 0
  for (const [reader, packets] of packetsInOrderOfNeed(part)) {
    // Packets that were found by reading are mostly cached, but the bytes between them would have to be fetched.
    const bridging = reader instanceof HeldPacketReader ? NO_BRIDGES : undefined
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
    /** All packets of a track around a range, in decode order. */
    async *packets(
      { access }: OpenedVideo | OpenedAudio,
      planned: PacketList | null,
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
      for (const packet of planned ?? []) {
        throwIfCancelled(readOptions.signal)
        yield { ...packet, data: await take(access, packet) }
      }
    },
  }
}
