import type { BlockCache } from '../../bytes/block-cache.ts'
import { KeptStretches } from '../../bytes/kept-stretches.ts'
import { PartReader, type ReadOptions } from '../../bytes/part-reader.ts'
import { ReadAhead } from '../../bytes/read-ahead.ts'
import { CutterError } from '../../cutter-error.ts'
import {
  type ClusterPiece,
  clusterTick,
  firstBlockIn,
  type InCluster,
  type MatroskaPacket,
  parseClusterPiece,
} from './cluster-blocks.ts'
import { LONGEST_HEADER_BYTES, readElement } from './ebml.ts'
import { CLUSTER } from './matroska-layout.ts'

/** A cluster, or a piece of a long one. */
export interface ReadCluster {
  bytes: Buffer
  heldBytes: number
  packets: MatroskaPacket[]
  /** Where the next cluster, or the next piece of this one, is in the file; null behind the last one. */
  next: number | null
  /** What comes next belongs to the same cluster. */
  isContinued: boolean
}

/** Nobody needs less: a large picture. */
const PIECE_BYTES = 64 * 1024
/** An id, a size, a checksum and a time. */
const CLUSTER_START_BYTES = 40
const LARGEST_BLOCK_BYTES = 64 * 1024 * 1024
/** Cues, tags and empty room may stand between clusters. */
const MOST_HOPS = 8

const NOTHING = Buffer.alloc(0)

/** Reads clusters piece by piece: what finding a packet has fetched is not fetched again when it is copied. */
export class ClusterReader extends PartReader {
  readonly clusters: KeptStretches<ReadCluster>
  readonly #file: PartReader
  readonly #ahead: ReadAhead
  readonly #end: number
  readonly #starts: number[] = []
  /** Pieces that do not begin with their cluster, and where in it they are. */
  readonly #within = new Map<number, InCluster>()
  readonly #tails = new Map<string, number | null>()
  /** How far what is read next is certain to be needed. */
  #wantedEnd = 0

  constructor(file: PartReader, blocks: BlockCache, segmentEnd: number) {
    super({ sizeBytes: file.sizeBytes, read: () => Promise.reject(new Error('Packets are read with their cluster.')) })
    this.#file = file
    this.#ahead = new ReadAhead(file, blocks)
    this.#end = segmentEnd
    this.clusters = new KeptStretches((offset, options) => this.#readPiece(offset, options))
  }

  /** Tells up to where of the file everything will be read. */
  want(end: number): void {
    this.#wantedEnd = end
  }

  /** The piece before one, if what was read so far tells. */
  knownBefore(offset: number): number | undefined {
    const before = this.#starts[lastAtMost(this.#starts, offset - 1)]
    return before !== undefined && this.clusters.peek(before)?.next === offset ? before : undefined
  }

  /** Packets that lie side by side are asked for in one go, and may reach from one piece into the next. */
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

  /**
   * The place of a block in the last bytes of a cluster, from which on they can be read without the rest of it.
   * @param next where the cluster has ended
   * @returns null when it cannot be told where blocks begin
   */
  async tailOf(cluster: number, sizeBytes: number, next: number, options: ReadOptions): Promise<number | null> {
    const key = `${cluster} ${sizeBytes}`
    const known = this.#tails.get(key)
    if (known !== undefined) {
      return known
    }
    const header = await this.#file.read(cluster, Math.min(this.#end, cluster + CLUSTER_START_BYTES), options)
    const element = readElement(header, 0)
    const tick = clusterTick(header, 0)
    const end = cluster + (element?.end ?? Infinity)
    let place: number | null = null
    if (tick !== null && end <= next && end - sizeBytes > cluster + CLUSTER_START_BYTES) {
      const bytes = await this.#ahead.read(end - sizeBytes, end, end, options)
      const at = firstBlockIn(bytes.subarray(0, sizeBytes))
      place = at === null ? null : end - sizeBytes + at
    }
    if (place !== null) {
      this.#within.set(place, { tick: tick!, end: end - place })
    }
    this.#tails.set(key, place)
    return place
  }

  async #readPiece(offset: number, options: ReadOptions): Promise<ReadCluster> {
    const within = this.#within.get(offset) ?? null
    let bytes: Buffer = NOTHING
    let piece: ClusterPiece | null = null
    let size = Math.min(PIECE_BYTES, this.#nextKept(offset) - offset)
    for (let round = 0; ; round++) {
      if (size > LARGEST_BLOCK_BYTES) {
        throw new CutterError('unsupported_media', `A block claims ${size} bytes.`)
      }
      bytes = await this.#bytesFrom(offset, size, options)
      piece = parseClusterPiece(bytes, within)
      if (!piece) {
        throw new CutterError('broken_media', `There is no cluster at ${offset}, where one should be.`)
      }
      const isAll = offset + bytes.length >= this.#end
      if (piece.packets.length > 0 || !piece.rest || isAll) {
        break
      }
      // A block is read with one more look; of elements that are none, each next one would begin from the first again.
      size = round === 0 ? piece.neededBytes : Math.max(piece.neededBytes, 2 * size)
    }
    this.#remember(offset)
    const { packets, end, rest } = piece
    const isOver = rest === null || offset + bytes.length >= this.#end
    if (!isOver) {
      this.#within.set(offset + end, rest)
    }
    const next = isOver ? await this.#nextFrom(offset + end, options) : offset + end
    const own = bytes.subarray(0, end)
    return { bytes: own, heldBytes: own.length, packets, next, isContinued: !isOver }
  }

  async #bytesFrom(offset: number, size: number, options: ReadOptions): Promise<Buffer> {
    const wantedEnd = Math.min(this.#wantedEnd, this.#nextKept(offset))
    const bytes = await this.#ahead.read(offset, Math.min(this.#end, offset + size), wantedEnd, options)
    return bytes.subarray(0, this.#end - offset)
  }

  async #nextFrom(from: number, options: ReadOptions): Promise<number | null> {
    let at = from
    for (let hops = 0; hops < MOST_HOPS && at < this.#end; hops++) {
      const size = Math.min(LONGEST_HEADER_BYTES, this.#end - at)
      const element = readElement(await this.#bytesFrom(at, size, options), 0)
      if (element?.id === CLUSTER) {
        return at
      }
      if (!element || element.end === Infinity) {
        return null
      }
      at += element.end
    }
    return null
  }

  /** Where something begins that was read already; what is before it ends there. */
  #nextKept(offset: number): number {
    const next = this.#starts[lastAtMost(this.#starts, offset) + 1]
    return next !== undefined && this.clusters.peek(next) ? next : Infinity
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
