import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { PART_UNIT_BYTES, type PlaylistTable, SLOT_BYTES, segmentSlot, type WantedPart } from './playlist-layout.ts'
import {
  type FoundPart,
  PARTS_OF_SEGMENT,
  placeOf,
  type SegmentPart,
  SegmentParts,
  segmentOf,
} from './segment-parts.ts'
import { SegmentSizes } from './segment-sizes.ts'
import type { SegmentTimes } from './segment-times.ts'
import { askForPart, readSlot, readSlotPart, type SlotRun } from './slot-reader.ts'

/** Runs that were fetched to find a place and are taken apart next. */
const MOST_BEGUN = 4
/** To save so much, a round trip is well spent. */
const MUCH_BYTES = 256 * 1024
const CERTAIN_SHARE = 0.4

/**
 * Decides how much of a segment is fetched: all of one in the middle of a range, and of those at its ends what the playlist's
 * times, and the segments that were read before, let expect to be enough. Where it was not, more is fetched.
 */
export class SegmentReading {
  readonly parts = new SegmentParts()
  readonly sizes = new SegmentSizes()
  readonly times: SegmentTimes
  readonly #reader: PartReader
  readonly #table: PlaylistTable
  readonly #begun = new Map<number, SlotRun>()
  /** Up to when everything is wanted of what is read next. */
  readonly #until = new Map<number, number>()

  constructor(times: SegmentTimes, reader: PartReader, table: PlaylistTable) {
    this.times = times
    this.#reader = reader
    this.#table = table
  }

  isGap(segment: number): boolean {
    return this.#table.segments[segment]!.isGap
  }

  durationOf(segment: number): number {
    return this.#table.segments[segment]!.durationSeconds
  }

  /** Bytes that are at hand, of which a part is to be read. */
  begin(place: number, run: SlotRun): void {
    this.#begun.set(place, run)
    if (this.#begun.size > MOST_BEGUN) {
      this.#begun.delete(this.#begun.keys().next().value!)
    }
  }

  want(place: number, untilSeconds: number | undefined): void {
    if (untilSeconds === undefined) {
      return
    }
    this.#until.set(place, untilSeconds)
    if (this.#until.size > PARTS_OF_SEGMENT) {
      this.#until.delete(this.#until.keys().next().value!)
    }
  }

  wantedUntil(place: number): number | null {
    return this.#until.get(place) ?? null
  }

  /**
   * The part of a segment with which to begin.
   * @param kind whose pictures or sound must begin in it no later than `seconds`
   */
  async placeIn(
    segment: number,
    seconds: number,
    kind: 'video' | 'sound',
    untilSeconds: number | null,
    options: ReadOptions,
  ): Promise<number> {
    const parts = this.parts.of(segment)
    const fitting = parts.filter(({ found }) => (found.begins[kind] ?? Infinity) <= seconds + SAME_PICTURE_SECONDS)
    if (this.isGap(segment) || parts.some(({ from }) => from === 0) || fitting.length > 0) {
      return placeOf(segment, Math.max(0, ...fitting.map(({ from }) => from)))
    }
    const run =
      parts.length > 0
        ? await this.#earlier(segment, parts, options)
        : await this.#first(segment, seconds, kind, untilSeconds, options)
    return run ? this.#begin(segment, run) : segment
  }

  #first(segment: number, seconds: number, kind: 'video' | 'sound', untilSeconds: number | null, options: ReadOptions) {
    const offset = seconds - this.times.startOf(segment)
    const from = kind === 'video' ? this.sizes.keyBefore(offset) : offset
    return from > 0 ? this.#partOf(segment, from, untilSeconds, options) : null
  }

  /**
   * What is wanted of a segment that nothing was read of; null: all of it. Segments differ in size: where much can be saved, what
   * is certainly needed is asked for first, because it tells how large this one is.
   */
  async #partOf(
    segment: number,
    fromSeconds: number,
    untilSeconds: number | null,
    options: ReadOptions,
  ): Promise<SlotRun | null> {
    const guess = this.partFor(segment, fromSeconds, untilSeconds, null)
    if (!guess) {
      return null
    }
    const slot = segmentSlot(segment)
    if (guess.savedBytes < MUCH_BYTES) {
      return readSlotPart(this.#reader, slot, guess.wanted, options)
    }
    const { sizeBytes } = await askForPart(this.#reader, slot, certainPart(guess.wanted), options)
    const better = this.partFor(segment, fromSeconds, untilSeconds, sizeBytes)
    return readSlotPart(this.#reader, slot, better?.wanted ?? { lastBytes: sizeBytes }, options)
  }

  partFor(segment: number, fromSeconds: number, untilSeconds: number | null, sizeBytes: number | null) {
    if (!this.times.isClockKnown || !this.parts.maySplit(segment)) {
      return null
    }
    const duration = this.durationOf(segment)
    const until = untilSeconds === null ? duration : untilSeconds - this.times.startOf(segment)
    return this.sizes.partFor(duration, fromSeconds, until < duration ? until : null, sizeBytes)
  }

  /** What was read begins too late: so much again before it; null: all there is. */
  async #earlier(
    segment: number,
    parts: readonly (SegmentPart & { found: FoundPart })[],
    options: ReadOptions,
  ): Promise<SlotRun | null> {
    const first = Math.min(...parts.map(({ from }) => from))
    const { sizeBytes } = parts[0]!.found
    const lastBytes = 2 * (sizeBytes - first) + MUCH_BYTES / 2
    const isWorthwhile = this.parts.maySplit(segment) && sizeBytes - lastBytes > MUCH_BYTES / 2
    return isWorthwhile ? readSlotPart(this.#reader, segmentSlot(segment), { lastBytes }, options) : null
  }

  #begin(segment: number, run: SlotRun): number {
    const place = placeOf(segment, run.from)
    this.begin(place, run)
    return place
  }

  /** A place in the segment before another place. */
  async previous(place: number, seconds: number, kind: 'video' | 'sound', options: ReadOptions): Promise<number> {
    const segment = segmentOf(place)
    if (place === segment) {
      const before = segment - 1
      return before < this.times.firstPlace ? before : this.placeIn(before, seconds, kind, null, options)
    }
    const run = await this.#earlier(segment, this.parts.of(segment), options)
    return run ? this.#begin(segment, run) : segment
  }

  /** The bytes of a part, as they were read before or as many as are wanted of it. */
  async read(part: SegmentPart, options: ReadOptions): Promise<SlotRun> {
    const { segment, from, found, before } = part
    const place = placeOf(segment, from)
    const begun = this.#begun.get(place)
    this.#begun.delete(place)
    if (begun) {
      return begun
    }
    if (found) {
      return this.#exactly(segment, from, found.readTo, found.sizeBytes, options)
    }
    const until = this.wantedUntil(place)
    if (before) {
      const rest = before.sizeBytes - from
      const wanted =
        until === null
          ? rest
          : this.sizes.bytesFor(until - before.reachedSeconds, this.durationOf(segment), before.sizeBytes)
      const isRest = rest - wanted < MUCH_BYTES / 4 || !this.parts.maySplit(segment)
      return this.more(segment, from, isRest ? before.sizeBytes : from + Math.ceil(wanted), options)
    }
    const run = from === 0 ? await this.#partOf(segment, 0, until, options) : null
    if (run) {
      return run
    }
    const bytes = await readSlot(this.#reader, segmentSlot(segment), options)
    return { bytes: bytes.subarray(from), from, sizeBytes: bytes.length }
  }

  /** From one place in a segment to another, or to its end. */
  async more(segment: number, from: number, to: number, options: ReadOptions): Promise<SlotRun> {
    const run = await readSlotPart(this.#reader, segmentSlot(segment), { start: from, end: to }, options, from)
    if (run.from !== from) {
      throw new CutterError('source_failed', 'The source has changed while it was read.')
    }
    return run
  }

  async #exactly(segment: number, from: number, to: number, sizeBytes: number, options: ReadOptions) {
    const start = segmentSlot(segment) * SLOT_BYTES
    return { bytes: await this.#reader.read(start + from, start + to, options), from, sizeBytes }
  }
}

const SAME_PICTURE_SECONDS = 0.001

/** Some of a part that was guessed: it is needed however large the segment turns out to be. */
function certainPart(guess: WantedPart): WantedPart {
  if ('lastBytes' in guess) {
    return { lastBytes: CERTAIN_SHARE * guess.lastBytes }
  }
  return guess.start === 0 ? { start: 0, end: CERTAIN_SHARE * guess.end } : { start: 0, end: PART_UNIT_BYTES }
}
