import { CutterError } from '../cutter-error.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import { type Bridging, mergeReads, type Read } from './merge-reads.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

/** So much is fetched ahead of those who take packets; it bounds the memory of a cut of any length. */
const LOOKAHEAD_BYTES = 24 * 1024 * 1024
const REQUESTS_AT_ONCE = 6

interface Run extends Read {
  bytes: Promise<Buffer> | null
  /** Packets that still want bytes of this run. */
  waiting: number
}

/**
 * Delivers the bytes of packets that were named beforehand. Requests go out in the order in which packets are needed,
 * several at once; what all packets of a request have taken is forgotten.
 */
export class PacketFetcher {
  readonly #reader: PartReader
  readonly #options: ReadOptions
  readonly #runs: Run[]
  readonly #queue: Run[]
  readonly #wanted = new Map<PacketRef, Run[]>()
  readonly #onBytes: (count: number) => void
  #heldBytes = 0
  #inFlight = 0

  /** @param packets in the order in which they will be taken, each to be taken once */
  constructor(
    reader: PartReader,
    packets: readonly PacketRef[],
    options: ReadOptions,
    onBytes: (count: number) => void = () => {},
    bridging?: Bridging,
  ) {
    this.#reader = reader
    this.#options = options
    this.#onBytes = onBytes
    for (const { offset, sizeBytes } of packets) {
      if (offset + sizeBytes > reader.sizeBytes) {
        throw new CutterError('broken_media', 'The media ends before the last packet its index names.')
      }
    }
    const places = packets.map(({ offset, sizeBytes }) => ({ start: offset, end: offset + sizeBytes }))
    this.#runs = mergeReads(places, places[0]?.start, bridging).map((read) => ({ ...read, bytes: null, waiting: 0 }))
    const queue = new Set<Run>()
    for (const packet of packets) {
      const runs = this.#runsOf(packet)
      this.#wanted.set(packet, runs)
      for (const run of runs) {
        run.waiting += 1
        queue.add(run)
      }
    }
    this.#queue = [...queue]
  }

  get totalBytes(): number {
    return this.#runs.reduce((sum, run) => sum + run.end - run.start, 0)
  }

  get requests(): number {
    return this.#runs.length
  }

  /** The bytes of one packet. */
  async take(packet: PacketRef): Promise<Uint8Array> {
    const runs = this.#wanted.get(packet)
    if (!runs) {
      throw new Error('A packet was taken twice or never announced.')
    }
    this.#wanted.delete(packet)
    for (const run of runs) {
      this.#start(run)
    }
    this.#fetchAhead()
    const end = packet.offset + packet.sizeBytes
    const parts: Buffer[] = []
    for (const run of runs) {
      const bytes = await run.bytes!
      parts.push(bytes.subarray(Math.max(0, packet.offset - run.start), end - run.start))
      this.#release(run)
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  /** Gives up the bytes of a packet that nobody needs after all. */
  skip(packet: PacketRef): void {
    for (const run of this.#wanted.get(packet) ?? []) {
      this.#release(run)
    }
    this.#wanted.delete(packet)
  }

  #runsOf(packet: PacketRef): Run[] {
    const end = packet.offset + packet.sizeBytes
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#runs[middle]!.end > packet.offset) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let after = low
    while (after < this.#runs.length && this.#runs[after]!.start < end) {
      after += 1
    }
    // Not pushed one by one: arrays that grow keep room for 17, and there is one for every packet of a long clip.
    return this.#runs.slice(low, after)
  }

  #start(run: Run): void {
    if (run.bytes) {
      return
    }
    const size = run.end - run.start
    this.#heldBytes += size
    this.#inFlight += 1
    run.bytes = this.#reader.read(run.start, run.end, this.#options).finally(() => {
      this.#inFlight -= 1
    })
    // Errors reach whoever takes a packet of this run; nobody may ever do so.
    run.bytes.then(
      () => {
        this.#onBytes(size)
        this.#fetchAhead()
      },
      () => {},
    )
  }

  #release(run: Run): void {
    run.waiting -= 1
    if (run.waiting === 0 && run.bytes) {
      this.#heldBytes -= run.end - run.start
      run.bytes = Promise.reject(new Error('These bytes were given up.'))
      run.bytes.catch(() => {})
      this.#fetchAhead()
    }
  }

  #fetchAhead(): void {
    while (this.#queue.length > 0 && this.#heldBytes < LOOKAHEAD_BYTES && this.#inFlight < REQUESTS_AT_ONCE) {
      const next = this.#queue.shift()!
      if (next.waiting > 0) {
        this.#start(next)
      }
    }
  }
}
