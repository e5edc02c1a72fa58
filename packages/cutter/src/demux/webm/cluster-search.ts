import { throwIfCancelled } from '../../api/cutter-error.ts'
import { childElements, EBML_IDS as ID, LONGEST_HEADER_BYTES, readElement, readUnsigned } from '../../bitstream/ebml.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { WebmLayout } from './webm-layout.ts'

const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
/** Clusters may be small or large: each step goes back twice as far as the one before. */
const WINDOW_BYTES = 64 * 1024
const LARGEST_WINDOW_BYTES = 1024 * 1024
/** An id, a size, a checksum and a time. */
const CLUSTER_START_BYTES = 40
/** Clusters last seconds; if none begins within this many bytes, the search ends. */
const FARTHEST_BYTES = 64 * 1024 * 1024
/** Media is usually even enough for two or three guesses. */
const MOST_STEPS = 12

interface FoundCluster {
  offset: number
  seconds: number
}

export type ClusterSearch = ReturnType<typeof searchClusters>

/**
 * Finds clusters of a file without cues by their first bytes: mediabunny would read everything before them.
 * @param timing `tickSeconds`: the length of a tick; `endSeconds`: when the media ends, which gives the bytes per second
 */
export function searchClusters(
  blocks: BlockCache,
  { firstCluster, segmentEnd }: WebmLayout,
  timing: { tickSeconds: number; endSeconds: number },
) {
  async function clustersIn(start: number, end: number, options: ReadOptions): Promise<FoundCluster[]> {
    const readEnd = Math.min(blocks.sizeBytes, end + CLUSTER_START_BYTES)
    const bytes = Buffer.from(await blocks.read(start, readEnd, options))
    const clusters: FoundCluster[] = []
    for (let at = bytes.indexOf(CLUSTER_ID); at >= 0 && start + at < end; at = bytes.indexOf(CLUSTER_ID, at + 1)) {
      const tick = clusterTick(bytes, at)
      if (tick !== null) clusters.push({ offset: start + at, seconds: tick * timing.tickSeconds })
    }
    return clusters
  }

  async function lastBefore(offset: number, options: ReadOptions): Promise<FoundCluster | null> {
    const farthest = Math.max(firstCluster, offset - FARTHEST_BYTES)
    for (let end = offset, size = WINDOW_BYTES; end > farthest; size = Math.min(2 * size, LARGEST_WINDOW_BYTES)) {
      throwIfCancelled(options.signal)
      const start = Math.max(farthest, end - size)
      const last = (await clustersIn(start, end, options)).findLast((cluster) => cluster.offset < offset)
      if (last) return last
      end = start
    }
    return null
  }

  return {
    /**
     * The last cluster that begins at or before a time, or one a little before it. A cut needs the bytes from the
     * beginning of a cluster to a time in it anyway, so the search goes backwards.
     */
    async clusterBefore(seconds: number, options: ReadOptions): Promise<number> {
      const { endSeconds } = timing
      const bytesPerSecond = endSeconds > 0 ? (segmentEnd - firstCluster) / endSeconds : 0
      let best: FoundCluster | null = null
      let tooLate = segmentEnd
      let from = firstCluster + seconds * bytesPerSecond
      for (let step = 0; step < MOST_STEPS; step++) {
        const end = Math.min(tooLate, Math.max(firstCluster + 1, Math.floor(from)))
        const found = await lastBefore(end, options)
        if (!found || found.offset <= (best?.offset ?? firstCluster)) break
        if (found.seconds > seconds) {
          tooLate = found.offset
          from = found.offset - (found.seconds - seconds) * bytesPerSecond
          continue
        }
        best = found
        from = found.offset + (seconds - found.seconds) * bytesPerSecond
        if (from - end < WINDOW_BYTES) break
      }
      return best?.offset ?? firstCluster
    },

    /** The last cluster that begins before an offset; the first one when there is none. */
    async previous(offset: number, options: ReadOptions): Promise<number> {
      return (await lastBefore(offset, options))?.offset ?? firstCluster
    },
  }
}

/** When a cluster begins, in ticks, or null when these bytes are no cluster after all. */
function clusterTick(bytes: Buffer, at: number): number | null {
  const cluster = readElement(bytes, at)
  if (cluster?.id !== ID.cluster) return null
  const start = bytes.subarray(cluster.bodyStart, at + CLUSTER_START_BYTES + LONGEST_HEADER_BYTES)
  for (const child of childElements(start)) {
    if (child.id === ID.timestamp) return child.end - child.bodyStart <= 8 ? readUnsigned(start, child) : null
  }
  return null
}
