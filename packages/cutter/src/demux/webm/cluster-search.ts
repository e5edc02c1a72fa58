import type { BlockCache } from '../../bytes/block-cache.ts'
import type { ReadOptions } from '../../bytes/part-reader.ts'
import { throwIfCancelled } from '../../cutter-error.ts'
import { clusterTick } from './cluster-blocks.ts'
import type { MatroskaLayout } from './matroska-layout.ts'

const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const WINDOW_BYTES = 64 * 1024
/** An id, a size, a checksum and a time. */
const CLUSTER_START_BYTES = 40
/** Clusters last seconds; where none begins for so long, none is looked for. */
const FARTHEST_BYTES = 64 * 1024 * 1024
/** As evenly as media usually goes by, two or three come near enough. */
const MOST_STEPS = 12

interface FoundCluster {
  offset: number
  seconds: number
}

/** Finds clusters in a file without cues, by what they begin with. */
export class ClusterSearch {
  readonly #blocks: BlockCache
  readonly #layout: MatroskaLayout
  #endTime = 0

  constructor(blocks: BlockCache, layout: MatroskaLayout) {
    this.#blocks = blocks
    this.#layout = layout
  }

  /** When the media ends: it tells about how many bytes a second has. */
  endAt(seconds: number): void {
    this.#endTime = seconds
  }

  /**
   * The last cluster that begins at or before a moment, or one a little before it. What lies between the beginning of a
   * cluster and a moment in it is needed anyway: so clusters are looked for backwards.
   */
  async clusterBefore(seconds: number, options: ReadOptions): Promise<number> {
    const { firstCluster, segmentEnd } = this.#layout
    const bytesPerSecond = this.#endTime > 0 ? (segmentEnd - firstCluster) / this.#endTime : 0
    let best: FoundCluster | null = null
    let tooLate = segmentEnd
    let from = firstCluster + seconds * bytesPerSecond
    for (let step = 0; step < MOST_STEPS; step++) {
      const end = Math.min(tooLate, Math.max(firstCluster + 1, Math.floor(from)))
      const found = await this.#lastBefore(end, options)
      if (!found || found.offset <= (best?.offset ?? firstCluster)) {
        break
      }
      if (found.seconds > seconds) {
        tooLate = found.offset
        from = found.offset - (found.seconds - seconds) * bytesPerSecond
        continue
      }
      best = found
      from = found.offset + (seconds - found.seconds) * bytesPerSecond
      if (from - end < WINDOW_BYTES) {
        break
      }
    }
    return best?.offset ?? firstCluster
  }

  /** The last cluster that begins before an offset; the first one when there is none. */
  async previous(offset: number, options: ReadOptions): Promise<number> {
    return (await this.#lastBefore(offset, options))?.offset ?? this.#layout.firstCluster
  }

  async #lastBefore(offset: number, options: ReadOptions): Promise<FoundCluster | null> {
    const farthest = Math.max(this.#layout.firstCluster, offset - FARTHEST_BYTES)
    for (let end = offset; end > farthest; end -= WINDOW_BYTES) {
      throwIfCancelled(options.signal)
      const start = Math.max(farthest, end - WINDOW_BYTES)
      const clusters = await this.#clustersIn(start, end, options)
      const last = clusters.findLast((cluster) => cluster.offset < offset)
      if (last) {
        return last
      }
    }
    return null
  }

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
