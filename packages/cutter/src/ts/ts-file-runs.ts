import type { BlockCache } from '../bytes/block-cache.ts'
import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { placeByTime } from '../index/place-by-time.ts'
import { assemblePes, PTS_WRAP, unwrapped } from './pes.ts'
import type { TsLayout } from './ts-layout.ts'
import type { TsProgram } from './ts-program.ts'
import { TS_TIMESCALE, type TsRun, type TsRuns } from './ts-walk.ts'

/** Some 400 kB: a second of what most people film. */
const PACKETS_IN_STRETCH = 2048
/** Where a time is looked up, no more than this is read at once. */
const PROBE_BYTES = 32 * 1024
/** Near enough: the walk reads on from there. */
const NEAR_SECONDS = 0.7
const MOST_AHEAD = 8
/** Before the first picture, sound may have begun. */
const EARLIER_TICKS = 60 * TS_TIMESCALE

/** A transport stream in one file, which has no index at all: moments are found by looking at its clock here and there. */
export class TsFileRuns implements TsRuns {
  readonly firstPlace = 0
  readonly endPlace: number
  readonly #file: PartReader
  readonly #blocks: BlockCache
  readonly #layout: TsLayout
  readonly #pid: number
  readonly #stretchBytes: number
  readonly #probed = new Map<number, number | null>()
  #firstTick: number | null = null
  #endSeconds: number | null = null
  /** What was read last: the next stretch begins in it, and the same one may need more. */
  #held: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  constructor(file: PartReader, blocks: BlockCache, layout: TsLayout, program: TsProgram) {
    this.#file = file
    this.#blocks = blocks
    this.#layout = layout
    this.#pid = (program.video ?? program.sound)!.pid
    this.#stretchBytes = PACKETS_IN_STRETCH * layout.strideBytes
    this.endPlace = Math.max(1, Math.ceil((blocks.sizeBytes - layout.firstPacket) / this.#stretchBytes))
  }

  /** Tells when the stream begins; from then on times that its clock has lost are put right. */
  startAt(firstTick: number): void {
    this.#firstTick = firstTick
  }

  /** Tells when it ends, by its own clock. */
  endAt(seconds: number): void {
    this.#endSeconds = seconds
  }

  nearTick(): number | null {
    return this.#firstTick === null ? null : this.#firstTick + PTS_WRAP / 2 - EARLIER_TICKS
  }

  /** As far as bytes go by evenly. */
  ahead(place: number, untilSeconds: number): number[] {
    const startSeconds = (this.#firstTick ?? 0) / TS_TIMESCALE
    const share = this.#endSeconds === null ? 0 : (untilSeconds - startSeconds) / (this.#endSeconds - startSeconds)
    const last = Math.min(this.endPlace - 1, Math.floor(share * this.endPlace) - 1)
    return Array.from({ length: Math.max(0, Math.min(MOST_AHEAD, last - place)) }, (_, index) => place + 1 + index)
  }

  async read(place: number, extraBytes: number, options: ReadOptions): Promise<TsRun> {
    const start = this.#offsetOf(place)
    const ownedEnd = Math.min(this.#stretchBytes, this.#blocks.sizeBytes - start)
    const end = Math.min(this.#blocks.sizeBytes, start + ownedEnd + extraBytes)
    const bytes = await this.#readOn(start, end, options)
    return {
      bytes,
      layout: { strideBytes: this.#layout.strideBytes, firstPacket: 0 },
      ownedEnd,
      isWhole: end === this.#blocks.sizeBytes,
    }
  }

  async #readOn(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const { start: heldStart, bytes: heldBytes } = this.#held
    const isBegun = start >= heldStart && start < heldStart + heldBytes.length
    const begun = isBegun ? heldBytes.subarray(start - heldStart, end - heldStart) : heldBytes.subarray(0, 0)
    const rest = await this.#file.read(start + begun.length, Math.max(start + begun.length, end), options)
    const bytes = begun.length > 0 ? Buffer.concat([begun, rest]) : rest
    this.#held = { start, bytes }
    return bytes
  }

  placeBefore(seconds: number, options: ReadOptions): Promise<number> {
    return placeByTime(this.endPlace, seconds, NEAR_SECONDS, async (place) => {
      const tick = await this.#tickAt(place, options)
      return tick === null ? null : tick / TS_TIMESCALE
    })
  }

  /** When the first picture that begins in a stretch is shown; null when there is none in what was looked at. */
  async #tickAt(place: number, options: ReadOptions): Promise<number | null> {
    const known = this.#probed.get(place)
    if (known !== undefined) {
      return known
    }
    const start = this.#offsetOf(place)
    let tick: number | null = null
    for (let size = PROBE_BYTES; tick === null && size <= this.#stretchBytes * 2; size *= 4) {
      const end = Math.min(this.#blocks.sizeBytes, start + size)
      const bytes = Buffer.from(await this.#blocks.read(start, end, options))
      const layout = { strideBytes: this.#layout.strideBytes, firstPacket: 0 }
      const { units } = assemblePes(bytes, layout, [this.#pid], bytes.length)
      const first = units.find(({ pts }) => pts !== null)
      tick = first ? unwrapped(first.pts!, this.nearTick() ?? first.pts!) : null
      if (end === this.#blocks.sizeBytes) {
        break
      }
    }
    this.#probed.set(place, tick)
    return tick
  }

  #offsetOf(place: number): number {
    return this.#layout.firstPacket + place * this.#stretchBytes
  }
}
