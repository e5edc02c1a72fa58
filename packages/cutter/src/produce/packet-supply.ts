import { PacketFetcher } from '../bytes/packet-fetcher.ts'
import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { throwIfCancelled } from '../cutter-error.ts'
import type { OpenedSound, OpenedVideo, TrackAccess } from '../index/opened-part.ts'
import type { LoadedPacket, PacketRef } from '../index/packet-ref.ts'
import type { CutTask } from '../plan/cut-task.ts'
import { packetsInOrderOfNeed } from '../plan/order-of-need.ts'

/**
 * Gives a cut its packets. Picture and sound of one file share their requests, because there they lie side by side.
 */
export class PacketSupply {
  readonly #fetchers = new Map<PartReader, PacketFetcher>()
  readonly #readOptions: ReadOptions
  #coveredBytes = 0

  constructor(task: CutTask, readOptions: ReadOptions, onBytes: (count: number) => void) {
    this.#readOptions = readOptions
    for (const [reader, packets] of packetsInOrderOfNeed(task)) {
      this.#fetchers.set(reader, new PacketFetcher(reader, packets, readOptions, onBytes))
      this.#coveredBytes += packets.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
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
    { access }: OpenedVideo | OpenedSound,
    planned: readonly PacketRef[] | null,
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
