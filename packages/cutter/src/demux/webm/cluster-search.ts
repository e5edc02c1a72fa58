import { throwIfCancelled } from '../../api/cutter-error.ts'
import { childElements, EBML_IDS as ID, MAX_HEADER_BYTES, readElement, readUnsigned } from '../../bitstream/ebml.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { WebmLayout } from './webm-layout.ts'

const CLUSTER_ID = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
/** Bytes of the first step back. Each further step is twice as large, up to a limit, because cluster sizes vary. */
const WINDOW_BYTES = 64 * 1024
const MAX_WINDOW_BYTES = 1024 * 1024
/** First bytes of a cluster: id, size, checksum and timestamp. */
const CLUSTER_START_BYTES = 40
/** Maximum number of bytes that the search goes back. A cluster lasts only seconds, so it is smaller than this. */
const MAX_BYTES_BACK = 64 * 1024 * 1024
/** Maximum number of estimates of a cluster's offset. Two or three are usually enough. */
const MAX_ESTIMATES = 12

interface ClusterStart {
  offset: number
  seconds: number
}

export type ClusterSearch = ReturnType<typeof searchClusters>

/**
 * Finds clusters of a file without cues by their first bytes. mediabunny would read all earlier bytes instead.
 * @param timing `tickSeconds`: duration of a tick; `endSeconds`: end of the media, which gives the bytes per second
 */
export function searchClusters(
  blocks: BlockCache,
  { firstCluster, segmentEnd }: WebmLayout,
  timing: { tickSeconds: number; endSeconds: number },
) {
  async function clustersIn(start: number, end: number, options: ReadOptions): Promise<ClusterStart[]> {
    const readEnd = Math.min(blocks.sizeBytes, end + CLUSTER_START_BYTES)
    const bytes = Buffer.from(await blocks.read(start, readEnd, options))
    const clusters: ClusterStart[] = []
    for (let at = bytes.indexOf(CLUSTER_ID); at >= 0 && start + at < end; at = bytes.indexOf(CLUSTER_ID, at + 1)) {
      const tick = clusterTick(bytes, at)
      if (tick !== null) clusters.push({ offset: start + at, seconds: tick * timing.tickSeconds })
    }
    return clusters
  }

  async function lastClusterBefore(offset: number, options: ReadOptions): Promise<ClusterStart | null> {
    const firstSearched = Math.max(firstCluster, offset - MAX_BYTES_BACK)
    for (let end = offset, size = WINDOW_BYTES; end > firstSearched; size = Math.min(2 * size, MAX_WINDOW_BYTES)) {
      throwIfCancelled(options.signal)
      const start = Math.max(firstSearched, end - size)
      const lastCluster = (await clustersIn(start, end, options)).findLast((cluster) => cluster.offset < offset)
      if (lastCluster) return lastCluster
      end = start
    }
    return null
  }

  return {
    /**
     * Offset of the last cluster that begins at or before a timestamp, or of one shortly before it. The search goes
     * backwards from an estimate, because a cut needs the bytes between a cluster's start and the timestamp anyway.
     */
    async clusterBefore(seconds: number, options: ReadOptions): Promise<number> {
      const { endSeconds } = timing
      const bytesPerSecond = endSeconds > 0 ? (segmentEnd - firstCluster) / endSeconds : 0
      let bestCluster: ClusterStart | null = null
      let searchEnd = segmentEnd
      let estimate = firstCluster + seconds * bytesPerSecond
      for (let step = 0; step < MAX_ESTIMATES; step++) {
        const end = Math.min(searchEnd, Math.max(firstCluster + 1, Math.floor(estimate)))
        const cluster = await lastClusterBefore(end, options)
        if (!cluster || cluster.offset <= (bestCluster?.offset ?? firstCluster)) break
        if (cluster.seconds > seconds) {
          searchEnd = cluster.offset
          estimate = cluster.offset - (cluster.seconds - seconds) * bytesPerSecond
          continue
        }
        bestCluster = cluster
        estimate = cluster.offset + (seconds - cluster.seconds) * bytesPerSecond
        if (estimate - end < WINDOW_BYTES) break
      }
      return bestCluster?.offset ?? firstCluster
    },

    /** Offset of the last cluster that begins before an offset; the offset of the first cluster if there is none. */
    async previousCluster(offset: number, options: ReadOptions): Promise<number> {
      return (await lastClusterBefore(offset, options))?.offset ?? firstCluster
    },
  }
}

/** Timestamp of a cluster in ticks; null if the bytes are no cluster. */
function clusterTick(bytes: Buffer, at: number): number | null {
  const cluster = readElement(bytes, at)
  if (cluster?.id !== ID.cluster) return null
  const start = bytes.subarray(cluster.bodyStart, at + CLUSTER_START_BYTES + MAX_HEADER_BYTES)
  for (const child of childElements(start)) {
    if (child.id === ID.timestamp) return child.end - child.bodyStart <= 8 ? readUnsigned(start, child) : null
  }
  return null
}
