import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { ReadAhead } from '../../io/read-ahead.ts'
import { assemblePes, PTS_WRAP, unwrapped } from './pes.ts'
import { placeByTime } from './place-by-time.ts'
import type { TsLayout } from './ts-layout.ts'
import type { TsPids } from './ts-program.ts'
import { TS_TIMESCALE, type TsRun, type TsRuns } from './ts-scan.ts'

/** Some 140 kB: half a second of what most people video. A keyframe is looked for in steps of so much. */
const PACKETS_IN_BYTE_RANGE = 768
/** Where a time is looked up, no more than this is read at once. */
const PROBE_BYTES = 16 * 1024
const LONGEST_PROBE_BYTES = 1024 * 1024
/** Near enough: the walk reads on from there. */
const NEAR_SECONDS = 0.7
/** Time goes on as bytes do, nearly: what is missing in the end is little, and comes by itself. */
const SURE_SHARE = 0.95
/** Before the first frame, audio may have begun. */
const EARLIER_TICKS = 60 * TS_TIMESCALE

/** A transport stream in one file, which has no index at all: moments are found by looking at its clock here and there. */
export class TsFileRuns implements TsRuns {
  readonly firstPlace = 0
  readonly areShort = true
  readonly endPlace: number
  readonly #file: PartReader
  readonly #ahead: ReadAhead
  readonly #layout: TsLayout
  readonly #pids: TsPids
  readonly #byteRangeBytes: number
  readonly #probed = new Map<number, number | null>()
  #firstTick: number | null = null
  #endTime: number | null = null
  /** Up to which time a stretch goes. */
  readonly #ends = new Map<number, number>()
  /** How far what is read next is certain to be needed. */
  #wantedEnd = 0

  constructor(file: PartReader, blocks: BlockCache, layout: TsLayout, pids: TsPids) {
    this.#file = file
    this.#ahead = new ReadAhead(file, blocks)
    this.#layout = layout
    this.#pids = pids
    this.#byteRangeBytes = PACKETS_IN_BYTE_RANGE * layout.strideBytes
    this.endPlace = Math.max(1, Math.ceil((file.sizeBytes - layout.firstPacket) / this.#byteRangeBytes))
  }

  /** Tells when the stream begins; from then on times that its clock has lost are put right. */
  startAt(firstTick: number): void {
    this.#firstTick = firstTick
  }

  /** Tells when it ends, by its own clock. */
  endAt(seconds: number): void {
    this.#endTime = seconds
  }

  nearTick(): number | null {
    return this.#firstTick === null ? null : this.#firstTick + PTS_WRAP / 2 - EARLIER_TICKS
  }

  /** What is read on the way is asked for in one go with it. */
  ahead(): number[] {
    return []
  }

  /** As far as bytes go by evenly. */
  want(place: number, untilSeconds: number | undefined): void {
    const reached = this.#ends.get(place - 1)
    this.#wantedEnd = 0
    if (untilSeconds !== undefined && reached !== undefined) {
      const missing = Math.max(0, untilSeconds - reached) * this.#bytesPerSecond
      this.#wantedEnd = this.#offsetOf(place) + Math.floor(SURE_SHARE * missing)
    }
  }

  byteRangesIn(seconds: number): number {
    return (seconds * this.#bytesPerSecond) / this.#byteRangeBytes
  }

  /** 0 before it is known when the stream ends. */
  get #bytesPerSecond(): number {
    const wholeSeconds = (this.#endTime ?? 0) - (this.#firstTick ?? 0) / TS_TIMESCALE
    return wholeSeconds > 0 ? (this.#file.sizeBytes - this.#layout.firstPacket) / wholeSeconds : 0
  }

  ends(place: number, tick: number): void {
    this.#ends.set(place, tick / TS_TIMESCALE)
  }

  async read(place: number, extraBytes: number, options: ReadOptions): Promise<TsRun> {
    const start = this.#offsetOf(place)
    const ownedEnd = Math.min(this.#byteRangeBytes, this.#file.sizeBytes - start)
    const end = Math.min(this.#file.sizeBytes, start + ownedEnd + extraBytes)
    const bytes = await this.#ahead.read(start, end, this.#wantedEnd, options)
    return {
      bytes: bytes.subarray(0, end - start),
      layout: { strideBytes: this.#layout.strideBytes, firstPacket: 0 },
      ownedEnd,
      isWhole: end === this.#file.sizeBytes,
    }
  }

  async bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void> {
    const [from, to] = [this.#offsetOf(fromPlace), this.#offsetOf(toPlace)]
    await this.#ahead.read(from, to, to, options)
  }

  placeBefore(seconds: number, options: ReadOptions): Promise<number> {
    return placeByTime(this.endPlace, seconds, NEAR_SECONDS, async (place) => {
      const tick = await this.#tickAt(place, options)
      return tick === null ? null : tick / TS_TIMESCALE
    })
  }

  /** When the first frame that begins in a stretch is shown; null when there is none in what was looked at. */
  async #tickAt(place: number, options: ReadOptions): Promise<number | null> {
    const known = this.#probed.get(place)
    if (known !== undefined) {
      return known
    }
    const start = this.#offsetOf(place)
    let tick: number | null = null
    for (let size = PROBE_BYTES; tick === null && size <= LONGEST_PROBE_BYTES; size *= 4) {
      const end = Math.min(this.#file.sizeBytes, start + size)
      const bytes = await this.#ahead.look(start, end, options)
      const layout = { strideBytes: this.#layout.strideBytes, firstPacket: 0 }
      this.#pids.learn(bytes, layout)
      const { units } = assemblePes(bytes, layout, this.#pids, bytes.length)
      const first = units.find(({ pts }) => pts !== null)
      tick = first ? unwrapped(first.pts!, this.nearTick() ?? first.pts!) : null
      if (end === this.#file.sizeBytes) {
        break
      }
    }
    this.#probed.set(place, tick)
    return tick
  }

  #offsetOf(place: number): number {
    return this.#layout.firstPacket + place * this.#byteRangeBytes
  }
}
