import { CutterError } from '../../api/cutter-error.ts'
import { firstWhere } from '../../io/first-where.ts'
import { type Bridging, mergeReads, type Read } from '../../io/merge-reads.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { PacketPlaces } from './packet-list.ts'

/** How many bytes are fetched ahead; this bounds the memory of a cut of any length. */
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
  readonly #onBytes: (count: number) => void
  #heldBytes = 0
  #inFlight = 0

  /** @param packets in the order in which they will be taken, each to be taken once */
  constructor(
    reader: PartReader,
    packets: PacketPlaces,
    options: ReadOptions,
    onBytes: (count: number) => void = () => {},
    bridging?: Bridging,
  ) {
    this.#reader = reader
    this.#options = options
    this.#onBytes = onBytes
    const places = unitedPlaces(packets)
    if ((places.at(-1)?.end ?? 0) > reader.sizeBytes) {
      throw new CutterError('broken_media', 'The media ends before the last packet its index names.')
    }
    this.#runs = mergeReads(places, packets.offsets[0], bridging).map((read) => ({ ...read, bytes: null, waiting: 0 }))
    const queue = new Set<Run>()
    for (let packet = 0; packet < packets.offsets.length; packet++) {
      const start = packets.offsets[packet]!
      for (const run of this.#runsOf(start, start + packets.sizes[packet]!)) {
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
  async take({ offset, sizeBytes }: Pick<PacketRef, 'offset' | 'sizeBytes'>): Promise<Uint8Array> {
    const end = offset + sizeBytes
    const runs = [...this.#runsOf(offset, end)]
    if (runs.some(({ waiting }) => waiting === 0) || (runs.at(-1)?.end ?? offset) < end) {
      throw new Error('A packet was taken twice or never announced.')
    }
    for (const run of runs) this.#start(run)
    this.#fetchAhead()
    const parts: Buffer[] = []
    for (const run of runs) {
      const bytes = await run.bytes!
      parts.push(bytes.subarray(Math.max(0, offset - run.start), end - run.start))
      this.#release(run)
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  *#runsOf(start: number, end: number): Generator<Run, void> {
    const first = firstWhere(this.#runs.length, (run) => this.#runs[run]!.end > start)
    for (let at = first; at < this.#runs.length && this.#runs[at]!.start < end; at++) yield this.#runs[at]!
  }

  #start(run: Run): void {
    if (run.bytes) return
    const size = run.end - run.start
    this.#heldBytes += size
    this.#inFlight += 1
    run.bytes = this.#reader.read(run.start, run.end, this.#options).finally(() => {
      this.#inFlight -= 1
    })
    // A caller that takes a packet of this run gets the error. There may never be one.
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
      if (next.waiting > 0) this.#start(next)
    }
  }
}

/** All bytes of the packets, in order: neighbours and what overlaps are one place. */
function unitedPlaces({ offsets, sizes }: PacketPlaces): Read[] {
  const starts = offsets.filter((_, packet) => sizes[packet]! > 0)
  const ends = offsets.map((offset, packet) => offset + sizes[packet]!).filter((_, packet) => sizes[packet]! > 0)
  // There is a hole wherever as many packets have ended as have begun.
  starts.sort()
  ends.sort()
  const places: Read[] = []
  let first = 0
  for (let index = 0; index < starts.length; index++) {
    if (index + 1 === starts.length || starts[index + 1]! > ends[index]!) {
      places.push({ start: starts[first]!, end: ends[index]! })
      first = index + 1
    }
  }
  return places
}
