import type { BlockCache } from '../bytes/block-cache.ts'
import type { ReadOptions } from '../bytes/part-reader.ts'
import { throwIfCancelled } from '../cutter-error.ts'
import { placeByTime } from '../index/place-by-time.ts'
import { clusterTick } from './cluster-blocks.ts'
import type { MatroskaLayout } from './matroska-layout.ts'

const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const WINDOW_BYTES = 128 * 1024
/** An id, a size, a checksum and a time. */
const CLUSTER_START_BYTES = 40
/** Clusters last seconds; where none begins for so long, none is looked for. */
const FARTHEST_BYTES = 64 * 1024 * 1024
/** Moments are looked up between places so far apart. */
const UNIT_BYTES = 64 * 1024
const NEAR_SECONDS = 2

interface FoundCluster {
  offset: number
  seconds: number
}

/** Finds clusters in a file without cues, by what they begin with. */
export class ClusterSearch {
  readonly #blocks: BlockCache
  readonly #layout: MatroskaLayout
  readonly #found = new Map<number, FoundCluster | null>()

  constructor(blocks: BlockCache, layout: MatroskaLayout) {
    this.#blocks = blocks
    this.#layout = layout
  }

  /** The last cluster that begins at or before a moment, or one a little before it. */
  async clusterBefore(seconds: number, options: ReadOptions): Promise<number> {
    const { firstCluster, segmentEnd } = this.#layout
    const places = Math.max(1, Math.ceil((segmentEnd - firstCluster) / UNIT_BYTES))
    const at = (place: number) => this.#firstFrom(place, options)
    const place = await placeByTime(places, seconds, NEAR_SECONDS, async (one) => (await at(one))?.seconds ?? null)
    return (await at(place))?.offset ?? firstCluster
  }

  /** The last cluster that begins before an offset; the first one when there is none. */
  async previous(offset: number, options: ReadOptions): Promise<number> {
    const { firstCluster } = this.#layout
    const farthest = Math.max(firstCluster, offset - FARTHEST_BYTES)
    for (let end = offset; end > farthest; end -= WINDOW_BYTES) {
      throwIfCancelled(options.signal)
      const start = Math.max(farthest, end - WINDOW_BYTES)
      const clusters = await this.#clustersIn(start, end, options)
      const last = clusters.findLast((cluster) => cluster.offset < offset)
      if (last) {
        return last.offset
      }
    }
    return firstCluster
  }

  async #firstFrom(place: number, options: ReadOptions): Promise<FoundCluster | null> {
    const known = this.#found.get(place)
    if (known !== undefined) {
      return known
    }
    const { firstCluster, segmentEnd } = this.#layout
    const from = firstCluster + place * UNIT_BYTES
    const farthest = Math.min(segmentEnd, from + FARTHEST_BYTES)
    let found: FoundCluster | null = null
    for (let start = from; start < farthest && !found; start += WINDOW_BYTES) {
      throwIfCancelled(options.signal)
      found = (await this.#clustersIn(start, Math.min(farthest, start + WINDOW_BYTES), options))[0] ?? null
    }
    this.#found.set(place, found)
    return found
  }

  /** The clusters that begin in a stretch. */
  async #clustersIn(start: number, end: number, options: ReadOptions): Promise<FoundCluster[]> {
    const readEnd = Math.min(this.#blocks.sizeBytes, end + CLUSTER_START_BYTES)
    const bytes = Buffer.from(await this.#blocks.read(start, readEnd, options))
    const clusters: FoundCluster[] = []
    for (let at = bytes.indexOf(CLUSTER_ID); at >= 0 && start + at < end; at = bytes.indexOf(CLUSTER_ID, at + 1)) {
      const tick = clusterTick(bytes, at)
      if (tick !== null) {
        clusters.push({ offset: start + at, seconds: tick * this.#layout.tickSeconds })
      }
    }
    return clusters
  }
}
