import type { PacketRef } from '../../io/packet-ref.ts'

/** Packets as one column for each value: 30 bytes a packet instead of the 150 of an object. */
export type PacketColumns = Pick<PacketList, 'pts' | 'durations' | 'syncs' | 'offsets' | 'sizes' | 'entryIndexes'>

/** The places of packets, in any order. */
export type PacketPlaces = Pick<PacketColumns, 'offsets' | 'sizes'>

/**
 * Packets in decode order, as many as hours of video have. It reads like an array of `PacketRef`, but each of them is created
 * on access, so that the same one is a new object each time. Lists never change, so they can share columns.
 */
export class PacketList {
  readonly length: number
  readonly pts: Float64Array
  readonly durations: Float64Array | Uint32Array
  /** 1: marked as a sync sample. */
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

  /** @param index counted from the end when below 0 */
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

  /** Shares the columns of this list. */
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

  /** The same packets, some of whose values are others. */
  with(columns: Partial<PacketColumns>): PacketList {
    return new PacketList({ ...this, ...columns })
  }

  filter(holds: (packet: PacketRef) => boolean): PacketList {
    return PacketList.of([...this].filter(holds))
  }

  findIndex(holds: (packet: PacketRef) => boolean): number {
    for (let index = 0; index < this.length; index++) {
      if (holds(this.at(index)!)) return index
    }
    return -1
  }

  find(holds: (packet: PacketRef) => boolean): PacketRef | undefined {
    const index = this.findIndex(holds)
    return index < 0 ? undefined : this.at(index)
  }

  some(holds: (packet: PacketRef) => boolean): boolean {
    return this.findIndex(holds) >= 0
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

/** The usual distance between times in any order: odd ones do not matter; null for a single one. */
export function usualDistance(times: ArrayLike<number>): number | null {
  const sorted = Float64Array.from(times).sort()
  const distances = sorted.subarray(1).map((time, index) => time - sorted[index]!)
  return distances.sort()[distances.length >> 1] ?? null
}

export function joinedNumbers(columns: readonly (Float64Array | Uint32Array | Uint8Array)[]): Float64Array {
  const joined = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const column of columns) {
    joined.set(column, at)
    at += column.length
  }
  return joined
}
