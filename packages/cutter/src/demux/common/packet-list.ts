import type { PacketRef } from '../../io/packet-ref.ts'

/** Packets as columns: one array for each property. A packet takes 30 bytes; an object would take 150. */
export type PacketColumns = Pick<PacketList, 'pts' | 'durations' | 'syncs' | 'offsets' | 'sizes' | 'entryIndexes'>

/** Offsets and sizes of packets, in any order. */
export type PacketByteRanges = Pick<PacketColumns, 'offsets' | 'sizes'>

/**
 * Packets in decode order, for hours of video. It reads like an array of `PacketRef`, but each access creates a new
 * object. Lists never change, so they can share columns.
 */
export class PacketList {
  readonly length: number
  readonly pts: Float64Array
  readonly durations: Float64Array | Uint32Array
  /** 1 for packets that are marked as sync samples, otherwise 0. */
  readonly syncs: Uint8Array
  readonly offsets: Float64Array
  readonly sizes: Float64Array | Uint32Array
  readonly entryIndexes: Uint8Array

  constructor(columns: PacketColumns) {
    this.length = columns.pts.length
    this.pts = columns.pts
    this.durations = columns.durations
    this.syncs = columns.syncs
    this.offsets = columns.offsets
    this.sizes = columns.sizes
    this.entryIndexes = columns.entryIndexes
  }

  static of(packets: readonly PacketRef[]): PacketList {
    return new PacketList({
      pts: Float64Array.from(packets, ({ pts }) => pts),
      durations: Float64Array.from(packets, ({ duration }) => duration),
      syncs: Uint8Array.from(packets, ({ isSync }) => (isSync ? 1 : 0)),
      offsets: Float64Array.from(packets, ({ offset }) => offset),
      sizes: Float64Array.from(packets, ({ sizeBytes }) => sizeBytes),
      entryIndexes: Uint8Array.from(packets, ({ entryIndex }) => entryIndex),
    })
  }

  static joined(lists: readonly PacketList[]): PacketList {
    if (lists.length === 1) return lists[0]!
    const column = (name: keyof PacketColumns) => joinedNumbers(lists.map((list) => list[name]))
    const syncs = Uint8Array.from(column('syncs'))
    const entryIndexes = Uint8Array.from(column('entryIndexes'))
    const pts = column('pts')
    const durations = column('durations')
    return new PacketList({ pts, durations, syncs, offsets: column('offsets'), sizes: column('sizes'), entryIndexes })
  }

  /** @param index negative values count from the end */
  at(index: number): PacketRef | undefined {
    const at = index < 0 ? this.length + index : index
    if (!(at >= 0 && at < this.length)) return undefined
    return {
      pts: this.pts[at]!,
      duration: this.durations[at]!,
      isSync: this.syncs[at] === 1,
      offset: this.offsets[at]!,
      sizeBytes: this.sizes[at]!,
      entryIndex: this.entryIndexes[at]!,
    }
  }

  *[Symbol.iterator](): Generator<PacketRef, void> {
    for (let index = 0; index < this.length; index++) yield this.at(index)!
  }

  /** A part of the list. It shares the columns of this list. */
  slice(from: number, to: number = this.length): PacketList {
    return new PacketList({
      pts: this.pts.subarray(from, to),
      durations: this.durations.subarray(from, to),
      syncs: this.syncs.subarray(from, to),
      offsets: this.offsets.subarray(from, to),
      sizes: this.sizes.subarray(from, to),
      entryIndexes: this.entryIndexes.subarray(from, to),
    })
  }

  /** A copy of the list with some columns replaced. */
  with(columns: Partial<PacketColumns>): PacketList {
    return new PacketList({ ...this, ...columns })
  }

  filter(predicate: (packet: PacketRef) => boolean): PacketList {
    return PacketList.of([...this].filter(predicate))
  }

  findIndex(predicate: (packet: PacketRef) => boolean): number {
    for (let index = 0; index < this.length; index++) {
      if (predicate(this.at(index)!)) return index
    }
    return -1
  }

  find(predicate: (packet: PacketRef) => boolean): PacketRef | undefined {
    const index = this.findIndex(predicate)
    return index < 0 ? undefined : this.at(index)
  }

  some(predicate: (packet: PacketRef) => boolean): boolean {
    return this.findIndex(predicate) >= 0
  }

  map<Result>(make: (packet: PacketRef, index: number) => Result): Result[] {
    return Array.from({ length: this.length }, (_, index) => make(this.at(index)!, index))
  }

  get totalBytes(): number {
    return sumOf(this.sizes)
  }
}

export function sumOf(numbers: Float64Array | Uint32Array): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

export function sortedTimes({ pts }: PacketList): Float64Array {
  return Float64Array.from(pts).sort()
}

/** Median distance between consecutive timestamps, which may be in any order; null for fewer than two. */
export function medianDistance(times: ArrayLike<number>): number | null {
  const timesInOrder = Float64Array.from(times).sort()
  const distances = timesInOrder.subarray(1).map((time, index) => time - timesInOrder[index]!)
  return distances.sort()[distances.length >> 1] ?? null
}

export function joinedNumbers(columns: readonly (Float64Array | Uint32Array | Uint8Array)[]): Float64Array {
  const joinedColumn = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) {
    joinedColumn.set(column, at)
    at += column.length
  }
  return joinedColumn
}
