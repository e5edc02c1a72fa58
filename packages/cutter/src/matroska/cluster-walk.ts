import type { BlockCache } from '../bytes/block-cache.ts'
import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import type { PacketWalk, Stretch } from '../index/packet-walk.ts'
import type { MatroskaPacket } from './cluster-blocks.ts'
import { ClusterReader } from './cluster-reader.ts'
import { ClusterSearch } from './cluster-search.ts'
import type { MatroskaLayout, MatroskaTrack } from './matroska-layout.ts'
import { type PacketGrid, snapped } from './packet-grid.ts'

/** Whole milliseconds, and every usual frame rate, are whole numbers of it. */
export const MATROSKA_TIMESCALE = 90_000
const MOST_AHEAD = 8

export interface WalkedMatroskaTrack {
  track: MatroskaTrack
  /** Where its packets stand if it has no holes; null until, or unless, they are known to stand so. */
  grid: PacketGrid | null
}

/** Finds the packets of a Matroska file by reading its clusters. Places are their offsets. */
export class ClusterWalk implements PacketWalk {
  readonly firstPlace: number
  readonly reader: ClusterReader
  readonly #layout: MatroskaLayout
  readonly #search: ClusterSearch
  readonly #tracks: { video: WalkedMatroskaTrack | null; sound: WalkedMatroskaTrack | null }

  constructor(
    file: PartReader,
    blocks: BlockCache,
    layout: MatroskaLayout,
    tracks: { video: WalkedMatroskaTrack | null; sound: WalkedMatroskaTrack | null },
  ) {
    this.firstPlace = layout.firstCluster
    this.reader = new ClusterReader(file, layout.segmentEnd, layout.cues.length === 0)
    this.#layout = layout
    this.#search = new ClusterSearch(blocks, layout)
    this.#tracks = tracks
  }

  async load(place: number, options: ReadOptions): Promise<Stretch> {
    const { packets, next } = await this.reader.clusters.get(place, options)
    const { video, sound } = this.#tracks
    return {
      video: video ? this.#packetsOf(packets, video, place) : [],
      sound: sound ? this.#packetsOf(packets, sound, place) : [],
      next,
      isCutOff: next === null && this.#layout.isCutOff,
    }
  }

  async placeBefore(seconds: number, options: ReadOptions): Promise<number> {
    const { cues, tickSeconds } = this.#layout
    if (cues.length === 0) {
      return this.#search.clusterBefore(seconds, options)
    }
    return cues.findLast((cue) => cue.seconds <= seconds + tickSeconds)?.cluster ?? this.firstPlace
  }

  async previous(place: number, options: ReadOptions): Promise<number> {
    const known = this.reader.knownBefore(place)
    if (known !== undefined || this.#layout.cues.length === 0) {
      return known ?? this.#search.previous(place, options)
    }
    return this.#layout.cues.findLast(({ cluster }) => cluster < place)?.cluster ?? this.firstPlace
  }

  ahead(place: number, untilSeconds: number): number[] {
    const later = this.#layout.cues.filter(({ cluster, seconds }) => cluster > place && seconds < untilSeconds)
    return [...new Set(later.slice(0, MOST_AHEAD).map(({ cluster }) => cluster))]
  }

  /** The last cluster of the file. */
  lastPlace(options: ReadOptions): Promise<number> {
    return this.#search.previous(this.#layout.segmentEnd, options)
  }

  #packetsOf(packets: readonly MatroskaPacket[], { track, grid }: WalkedMatroskaTrack, place: number): PacketRef[] {
    const ticks = this.#layout.tickSeconds * MATROSKA_TIMESCALE
    return packets
      .filter((packet) => packet.track === track.number && packet.end > packet.start)
      .map(({ tick, durationTicks, isKey, start, end, lace }) => {
        const length = durationTicks * ticks || grid?.packetTicks || (track.packetSeconds ?? 0) * MATROSKA_TIMESCALE
        const stamped = tick * ticks + lace * length
        return {
          pts: Math.round(grid ? snapped(stamped, grid) : stamped),
          duration: Math.round(length),
          isSync: isKey,
          offset: place + start,
          sizeBytes: end - start,
          entryIndex: 0,
        }
      })
  }
}
