import { KeptStretches } from '../bytes/kept-stretches.ts'
import { PartReader, type ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { type MatroskaPacket, parseCluster } from './cluster-blocks.ts'
import { LONGEST_HEADER_BYTES, readElement } from './ebml.ts'
import { CLUSTER } from './matroska-layout.ts'

export interface ReadCluster {
  bytes: Buffer
  heldBytes: number
  packets: MatroskaPacket[]
  /** Where the next cluster is in the file; null behind the last one. */
  next: number | null
}

/** The beginning tells how long the rest is. */
const FIRST_BYTES = 4096
/** Unless it is unknown: then it is read on in steps that grow. */
const FIRST_STEP_BYTES = 64 * 1024
/** Without cues nothing tells what is needed next; clusters may be small, and several are fetched in one go. */
const READ_ON_BYTES = 256 * 1024
const LARGEST_CLUSTER_BYTES = 64 * 1024 * 1024
/** Cues, tags and empty room may stand between clusters. */
const MOST_HOPS = 8

const NOTHING = Buffer.alloc(0)

/** Reads clusters as a whole: what finding a packet has fetched is not fetched again when it is copied. */
export class ClusterReader extends PartReader {
  readonly clusters: KeptStretches<ReadCluster>
  readonly #file: PartReader
  readonly #end: number
  readonly #readsOn: boolean
  /** How long clusters are of which nothing else was read yet. */
  readonly #sizes = new Map<number, number>()
  readonly #starts: number[] = []
  /** What was read of the cluster behind the one read last. */
  #begun: { offset: number; bytes: Buffer } = { offset: -1, bytes: Buffer.alloc(0) }

  /** @param readsOn nothing but reading on tells where clusters are */
  constructor(file: PartReader, segmentEnd: number, readsOn: boolean) {
    super({ sizeBytes: file.sizeBytes, read: () => Promise.reject(new Error('Packets are read with their cluster.')) })
    this.#file = file
    this.#readsOn = readsOn
    this.#end = segmentEnd
    this.clusters = new KeptStretches((offset, options) => this.#readCluster(offset, options))
  }

  /** The cluster before one, if what was read so far tells. */
  knownBefore(offset: number): number | undefined {
    const before = this.#starts[lastAtMost(this.#starts, offset - 1)]
    return before !== undefined && this.clusters.peek(before)?.next === offset ? before : undefined
  }

  /** Packets that lie side by side are asked for in one go, and may reach from one cluster into the next. */
  override async read(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let at = start; at < end; ) {
      const index = lastAtMost(this.#starts, at)
      const offset = this.#starts[index]
      const bytes = offset === undefined ? NOTHING : (await this.clusters.get(offset, options)).bytes
      const from = at - (offset ?? at)
      const until = Math.min(end, this.#starts[index + 1] ?? end)
      const isHeld = from < bytes.length
      const part = isHeld
        ? bytes.subarray(from, Math.min(bytes.length, end - at + from))
        : await this.#file.read(at, until, options)
      parts.push(part)
      at += part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  async #readCluster(offset: number, options: ReadOptions): Promise<ReadCluster> {
    const size = (this.#sizes.get(offset) ?? FIRST_BYTES) + LONGEST_HEADER_BYTES
    const begun = this.#begun.offset === offset ? this.#begun.bytes : NOTHING
    const isReadOn = this.#readsOn && this.#sizes.has(offset) && begun.length < size
    let bytes = await this.#extended(begun, offset, isReadOn ? Math.max(size, READ_ON_BYTES) : size, options)
    const cluster = readElement(bytes, 0)
    if (cluster?.id !== CLUSTER) {
      throw new CutterError('broken_media', `There is no cluster at ${offset}, where one should be.`)
    }
    if (cluster.end !== Infinity) {
      bytes = await this.#extended(bytes, offset, cluster.end + LONGEST_HEADER_BYTES, options)
    }
    let parsed = parseCluster(bytes)
    // Its size is unknown: it ends where something stands that belongs to no cluster.
    while (cluster.end === Infinity && parsed.end === null && offset + bytes.length < this.#end) {
      bytes = await this.#extended(bytes, offset, Math.max(FIRST_STEP_BYTES, bytes.length * 2), options)
      parsed = parseCluster(bytes)
    }
    const end = parsed.end ?? bytes.length
    this.#remember(offset)
    const next = parsed.end === null ? null : await this.#nextFrom(offset, bytes, end, options)
    if (next !== null && next < offset + bytes.length) {
      this.#begun = { offset: next, bytes: Buffer.from(bytes.subarray(next - offset)) }
    }
    return { bytes: bytes.subarray(0, end), heldBytes: bytes.length, packets: parsed.packets, next }
  }

  async #extended(held: Buffer, offset: number, size: number, options: ReadOptions): Promise<Buffer> {
    if (size > LARGEST_CLUSTER_BYTES) {
      throw new CutterError('unsupported_media', `A cluster claims ${size} bytes.`)
    }
    const end = Math.min(this.#end, offset + size)
    const start = offset + held.length
    return end > start ? Buffer.concat([held, await this.#file.read(start, end, options)]) : held
  }

  async #nextFrom(offset: number, bytes: Buffer, from: number, options: ReadOptions): Promise<number | null> {
    let at = offset + from
    for (let hops = 0; hops < MOST_HOPS && at < this.#end; hops++) {
      const isHeld = at + LONGEST_HEADER_BYTES <= offset + bytes.length
      const header = isHeld
        ? bytes.subarray(at - offset, at - offset + LONGEST_HEADER_BYTES)
        : await this.#file.read(at, Math.min(this.#end, at + LONGEST_HEADER_BYTES), options)
      const element = readElement(header, 0)
      if (element?.id === CLUSTER) {
        if (element.end !== Infinity) {
          this.#sizes.set(at, element.end)
        }
        return at
      }
      if (!element || element.end === Infinity) {
        return null
      }
      at += element.end
    }
    return null
  }

  #remember(offset: number): void {
    const before = lastAtMost(this.#starts, offset)
    if (this.#starts[before] !== offset) {
      this.#starts.splice(before + 1, 0, offset)
    }
  }
}

/** The index of the last number that is not larger; -1 when all are. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= limit) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low - 1
}
