import type { PartReader, ReadOptions } from '../../bytes/part-reader.ts'
import { CutterError } from '../../cutter-error.ts'
import { type PlaylistTable, SLOT_BYTES, segmentSlot, type WantedPart } from './playlist-layout.ts'
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
import { readSlot, readSlotPart, type SlotRun } from './slot-reader.ts'

/** Runs that were fetched to find a place and are taken apart next. */
const MOST_BEGUN = 4
/** To save so much, a round trip is well spent. */
const MUCH_BYTES = 256 * 1024
const CERTAIN_SHARE = 0.5
/** So often is a place moved back before the segment is read from its beginning. */
const MOST_TRIES = 4
const MOST_KEPT_BYTES = 8 * 1024 * 1024

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
  #kept: { key: number; run: SlotRun } | null = null
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
    const duration = this.durationOf(segment)
    const offset = Math.min(duration, seconds - this.times.startOf(segment))
    const from = kind === 'video' ? this.sizes.keyBefore(offset) : offset
    const run =
      parts.length > 0
        ? await this.#earlier(segment, parts, kind, from, options)
        : await this.#first(segment, from, untilSeconds, options)
    if (!run) {
      return segment
    }
    const place = placeOf(segment, run.from)
    this.begin(place, run)
    return place
  }

  /** What is certainly needed of a segment comes first: it tells how large this one is, and where in it time stands. */
  async #first(segment: number, fromSeconds: number, untilSeconds: number | null, options: ReadOptions) {
    const guess = fromSeconds > 0 ? this.partFor(segment, fromSeconds, untilSeconds) : null
    const wanted = guess && (guess.savedBytes < MUCH_BYTES ? guess.wanted : certainPart(guess.wanted))
    return wanted && readSlotPart(this.#reader, segmentSlot(segment), wanted, options)
  }

  /** What to fetch of a segment, as far as the others tell; null: all of it. */
  partFor(segment: number, fromSeconds: number, untilSeconds: number | null) {
    if (!this.times.isClockKnown || !this.parts.maySplit(segment)) {
      return null
    }
    const duration = this.durationOf(segment)
    const until = untilSeconds === null ? duration : untilSeconds - this.times.startOf(segment)
    return this.sizes.partFor(duration, fromSeconds, until < duration ? until : null)
  }

  /** What was read begins too late: with as much before it as should be enough; null: it must be read from the beginning. */
  async #earlier(
    segment: number,
    parts: readonly (SegmentPart & { found: FoundPart })[],
    kind: 'video' | 'sound',
    fromSeconds: number,
    options: ReadOptions,
  ): Promise<SlotRun | null> {
    const first = parts.reduce((least, part) => (part.from < least.from ? part : least))
    const { earliest, readTo, sizeBytes } = first.found
    const earliestSeconds = earliest[kind]
    if (earliestSeconds === null || parts.length >= MOST_TRIES || !this.parts.maySplit(segment)) {
      return null
    }
    const toSeconds = earliestSeconds - this.times.startOf(segment)
    const from = first.from - Math.ceil(this.sizes.preceding(first.from, fromSeconds, toSeconds))
    if (from < MUCH_BYTES / 4) {
      return null
    }
    const kept = this.#kept?.key === first.key ? this.#kept.run : null
    const before = await this.more(segment, from, kept ? first.from : readTo, options)
    const bytes = kept ? Buffer.concat([before.bytes.subarray(0, first.from - from), kept.bytes]) : before.bytes
    return { bytes, from, sizeBytes }
  }

  /** Bytes that were taken apart just now: they may be wanted again together with those before them. */
  keep(part: SegmentPart, run: SlotRun): void {
    if (part.from > 0 && run.bytes.length <= MOST_KEPT_BYTES) {
      this.#kept = { key: part.key, run }
    }
  }

  /** A place in the segment before another place, or in the one before that. */
  previous(place: number, seconds: number, kind: 'video' | 'sound', options: ReadOptions): Promise<number> {
    const segment = segmentOf(place)
    if (place > segment) {
      return Promise.resolve(segment)
    }
    const before = segment - 1
    return before < this.times.firstPlace ? Promise.resolve(before) : this.placeIn(before, seconds, kind, null, options)
  }

  /** The bytes of a part, as they were read before or as many as are wanted of it. */
  async read(part: SegmentPart, options: ReadOptions): Promise<SlotRun> {
    const { segment, from, found, before } = part
    const place = placeOf(segment, from)
    const begun = this.#begun.get(place)
    this.#begun.delete(place)
    // What was planned says where its packets lie in what was read then: it is the same bytes again.
    if (found) {
      return this.#exactly(segment, from, found.readTo, found.sizeBytes, options)
    }
    if (begun) {
      return begun
    }
    const until = this.wantedUntil(place)
    if (before) {
      const rest = before.sizeBytes - from
      const startSeconds = this.times.startOf(segment)
      const { reachedSeconds } = before
      const duration = this.durationOf(segment)
      const wanted =
        until === null
          ? rest
          : this.sizes.following(rest, reachedSeconds - startSeconds, until - startSeconds, duration)
      const isRest = rest - wanted < MUCH_BYTES / 4 || !this.parts.maySplit(segment)
      return this.more(segment, from, isRest ? before.sizeBytes : from + Math.ceil(wanted), options)
    }
    const guess = from === 0 ? this.partFor(segment, 0, until) : null
    if (guess) {
      const wanted = guess.savedBytes < MUCH_BYTES ? guess.wanted : certainPart(guess.wanted)
      return readSlotPart(this.#reader, segmentSlot(segment), wanted, options)
    }
    const bytes = await readSlot(this.#reader, segmentSlot(segment), options)
    return { bytes: bytes.subarray(from), from, sizeBytes: bytes.length }
  }

  /** From one place in a segment to another, or to its end. */
  async more(segment: number, from: number, to: number, options: ReadOptions): Promise<SlotRun> {
    const run = await readSlotPart(this.#reader, segmentSlot(segment), { start: from, end: to }, options, { from, to })
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
  return { start: guess.start, end: guess.start + CERTAIN_SHARE * (guess.end - guess.start) }
}
