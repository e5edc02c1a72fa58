import type { BlockCache } from '../../bytes/block-cache.ts'
import type { PartReader, ReadOptions } from '../../bytes/part-reader.ts'
import type { PacketRef } from '../common/packet-ref.ts'
import type { PacketWalk, Stretch } from '../common/packet-scan.ts'
import type { MatroskaPacket } from './cluster-blocks.ts'
import { ClusterReader } from './cluster-reader.ts'
import { ClusterSearch } from './cluster-search.ts'
import type { MatroskaCue, MatroskaLayout, MatroskaTrack } from './matroska-layout.ts'
import { type PacketGrid, snapped } from './packet-grid.ts'

/** Whole milliseconds, and every usual frame rate, are whole numbers of it. */
export const MATROSKA_TIMESCALE = 90_000
/** So near to the end of a cluster, sound is looked for there only. */
const NEAR_END_SECONDS = 0.3
/** Where time goes on as bytes do, which it does nearly: what is missing in the end is little, and comes by itself. */
const SURE_SHARE = 0.95

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
  #seen = { offset: 0, seconds: 0 }
  #endTime = 0
  readonly #tracks: { video: WalkedMatroskaTrack | null; sound: WalkedMatroskaTrack | null }

  constructor(
    file: PartReader,
    blocks: BlockCache,
    layout: MatroskaLayout,
    tracks: { video: WalkedMatroskaTrack | null; sound: WalkedMatroskaTrack | null },
  ) {
    this.firstPlace = layout.firstCluster
    this.reader = new ClusterReader(file, blocks, layout.segmentEnd)
    this.#layout = layout
    this.#seen.offset = layout.firstCluster
    this.#search = new ClusterSearch(blocks, layout)
    this.#tracks = tracks
  }

  async load(place: number, options: ReadOptions, untilSeconds?: number): Promise<Stretch> {
    this.reader.want(untilSeconds === undefined ? 0 : this.#endOf(place, untilSeconds))
    const { packets, next, isContinued } = await this.reader.clusters.get(place, options)
    const [first] = packets
    if (first) {
      this.#seen = { offset: place, seconds: first.tick * this.#layout.tickSeconds }
    }
    const { video, sound } = this.#tracks
    return {
      video: video ? this.#packetsOf(packets, video, place) : [],
      sound: sound ? this.#packetsOf(packets, sound, place) : [],
      next,
      isContinued,
      isCutOff: next === null && this.#layout.isCutOff,
    }
  }

  async placeBefore(seconds: number, options: ReadOptions, kind: 'video' | 'sound'): Promise<number> {
    const { cues, tickSeconds } = this.#layout
    if (cues.length === 0) {
      return this.#search.clusterBefore(seconds, options)
    }
    const index = cues.findLastIndex((cue) => cue.seconds <= seconds + tickSeconds)
    const cue = cues[index]
    const next = cues.slice(index + 1).find(({ cluster }) => cluster > (cue?.cluster ?? 0))
    const isNearEnd = cue && next && kind === 'sound' && next.seconds - seconds < NEAR_END_SECONDS
    const tail = isNearEnd ? await this.#tailOf(cue, next, options) : null
    return tail ?? cue?.cluster ?? this.firstPlace
  }

  /** A clip that begins with a key picture needs a little of the sound before it, and none of the pictures beside that. */
  #tailOf(cue: MatroskaCue, next: MatroskaCue, options: ReadOptions): Promise<number | null> {
    const share = (2 * NEAR_END_SECONDS) / (next.seconds - cue.seconds)
    const sizeBytes = Math.floor((next.cluster - cue.cluster) * share)
    return share < 1 ? this.reader.tailOf(cue.cluster, sizeBytes, next.cluster, options) : Promise.resolve(null)
  }

  async previous(place: number, options: ReadOptions): Promise<number> {
    const known = this.reader.knownBefore(place)
    if (known !== undefined || this.#layout.cues.length === 0) {
      return known ?? this.#search.previous(place, options)
    }
    return this.#layout.cues.findLast(({ cluster }) => cluster < place)?.cluster ?? this.firstPlace
  }

  /** What is read on the way is asked for in one go with it. */
  ahead(): number[] {
    return []
  }

  /** When the media ends, by its own clock: as far as it is known, it tells how many bytes a second has. */
  endAt(seconds: number): void {
    this.#endTime = seconds
    this.#search.endAt(seconds)
  }

  /** Up to where of the file everything is needed, if all is wanted from a place up to a time. */
  #endOf(place: number, untilSeconds: number): number {
    const { cues, segmentEnd, firstCluster } = this.#layout
    const index = cues.findLastIndex(({ seconds }) => seconds <= untilSeconds)
    const last = { cluster: segmentEnd, seconds: this.#endTime }
    const from = cues[index] ?? { cluster: this.#seen.offset, seconds: this.#seen.seconds }
    const next = cues.slice(index + 1).find(({ cluster }) => cluster > from.cluster) ?? last
    const isAtEnd = next.seconds <= from.seconds
    const whole = cues.length > 0 ? next.cluster - from.cluster : segmentEnd - firstCluster
    const seconds = cues.length > 0 ? next.seconds - from.seconds : this.#endTime
    if (isAtEnd || !(seconds > 0)) {
      return Math.max(place, from.cluster)
    }
    const share = Math.max(0, (untilSeconds - from.seconds) / seconds)
    return from.cluster + Math.floor(SURE_SHARE * Math.min(share * whole, segmentEnd - from.cluster))
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
