import { throwIfCancelled } from '../api/cutter-error.ts'
import { ByteRangeReader } from '../demux/common/byte-range-reader.ts'
import type { OpenedAudio, OpenedVideo, TrackAccess } from '../demux/common/opened-part.ts'
import { PacketFetcher } from '../demux/common/packet-fetcher.ts'
import { type PacketList, sumOf } from '../demux/common/packet-list.ts'
import { type Bridging, NO_BRIDGES } from '../io/merge-reads.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../io/part-reader.ts'
import type { CutTask } from '../plan/cut-task.ts'
import { type NeededPart, packetsInOrderOfNeed } from '../plan/order-of-need.ts'
import type { CutProgressMeter } from './progress-meter.ts'

/** What a track is made with. */
export interface AudioWork {
  supply: ClipSupply
  progress: CutProgressMeter
  signal: AbortSignal
}

/**
 * Gives a cut its packets, each range its own: what two ranges share is fetched twice, and nothing is kept in memory for
 * a range that comes an hour later.
 */
export class ClipSupply {
  readonly #task: CutTask
  readonly #open: (part: NeededPart) => PacketSupply
  readonly #ranges = new Map<number, PacketSupply>()

  constructor(task: CutTask, readOptions: ReadOptions, onBytes: (count: number) => void) {
    this.#task = task
    this.#open = (part) => new PacketSupply(part, readOptions, onBytes)
  }

  /** @param index which of the clip's ranges, counted from 0 */
  of(index: number): PacketSupply {
    const { video, audio } = this.#task
    const known = this.#ranges.get(index)
    const supply = known ?? this.#open({ video: video?.parts[index] ?? null, audio: audio?.parts[index] ?? null })
    this.#ranges.set(index, supply)
    return supply
  }

  /** The bytes of all packets that the ranges need: for an MP4 those of every range begun, for others those read. */
  get coveredBytes(): number {
    return [...this.#ranges.values()].reduce((sum, supply) => sum + supply.coveredBytes, 0)
  }
}

/**
 * Gives one range its packets. Frame and audio of one file share their requests, because there they lie side by side.
 */
class PacketSupply {
  readonly #fetchers = new Map<PartReader, PacketFetcher>()
  readonly #readOptions: ReadOptions
  #coveredBytes = 0

  constructor(part: NeededPart, readOptions: ReadOptions, onBytes: (count: number) => void) {
    this.#readOptions = readOptions
    for (const [reader, packets] of packetsInOrderOfNeed(part)) {
      this.#fetchers.set(reader, new PacketFetcher(reader, packets, readOptions, onBytes, bridgingOf(reader)))
      this.#coveredBytes += sumOf(packets.sizes)
    }
  }

  /** The bytes of all packets the range needs: known beforehand for an MP4, counted on the way for others. */
  get coveredBytes(): number {
    return this.#coveredBytes
  }

  take(access: TrackAccess, packet: PacketRef): Promise<Uint8Array> {
    const fetcher = access.kind === 'indexed' ? this.#fetchers.get(access.reader) : undefined
    if (!fetcher) {
      throw new Error('Packets of this track were not announced.')
    }
    return fetcher.take(packet)
  }

  /** All packets of a track around a range, in decode order. */
  async *packets(
    { access }: OpenedVideo | OpenedAudio,
    planned: PacketList | null,
    range: { fromTick: number; toTick: number },
  ): AsyncGenerator<LoadedPacket, void> {
    if (access.kind === 'library') {
      const track = await access.open(this.#readOptions)
      for await (const packet of track.packets(range.fromTick, range.toTick)) {
        this.#coveredBytes += packet.data.length
        yield packet
      }
      return
    }
    for (const packet of planned ?? []) {
      throwIfCancelled(this.#readOptions.signal)
      const { pts, duration, isSync, entryIndex } = packet
      yield { pts, duration, isSync, entryIndex, data: await this.take(access, packet) }
    }
  }
}

/** Packets that are found by reading are at hand, mostly: what lies between them would have to be fetched. */
function bridgingOf(reader: PartReader): Bridging | undefined {
  return reader instanceof ByteRangeReader ? NO_BRIDGES : undefined
}
