import type { ReadOptions } from './part-reader.ts'

/** The cache holds up to this many recently read bytes: cutting uses packets that planning has looked at. */
const CACHED_BYTES = 96 * 1024 * 1024

/**
 * Caches the latest byte ranges read from a file. Only callers with the same abort signal share a read in flight:
 * a read belongs to one cut and may be cancelled with it.
 */
export class CachedByteRanges<T extends { heldBytes: number }> {
  readonly #read: (place: number, options: ReadOptions) => Promise<T>
  readonly #cached = new Map<number, T>()
  readonly #underWay = new Map<number, { signal: AbortSignal | undefined; result: Promise<T> }>()
  #heldBytes = 0

  constructor(read: (place: number, options: ReadOptions) => Promise<T>) {
    this.#read = read
  }

  async get(place: number, options: ReadOptions): Promise<T> {
    const cached = this.#cached.get(place)
    if (cached) {
      this.#cached.delete(place)
      this.#cached.set(place, cached)
      return cached
    }
    const underWay = this.#underWay.get(place)
    if (underWay && underWay.signal === options.signal) return underWay.result
    const result = this.#read(place, options)
    const entry = { signal: options.signal, result }
    this.#underWay.set(place, entry)
    try {
      const read = await result
      this.#keep(place, read)
      return read
    } finally {
      if (this.#underWay.get(place) === entry) this.#underWay.delete(place)
    }
  }

  /** Returns a cached range only; reads nothing. */
  peek(place: number): T | undefined {
    return this.#cached.get(place)
  }

  #keep(place: number, read: T): void {
    this.#heldBytes += read.heldBytes - (this.#cached.get(place)?.heldBytes ?? 0)
    this.#cached.delete(place)
    this.#cached.set(place, read)
    while (this.#heldBytes > CACHED_BYTES && this.#cached.size > 1) {
      const [oldest, { heldBytes }] = this.#cached.entries().next().value!
      this.#cached.delete(oldest)
      this.#heldBytes -= heldBytes
    }
  }
}
