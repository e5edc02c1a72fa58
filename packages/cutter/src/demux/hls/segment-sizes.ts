import type { WantedPart } from './playlist-layout.ts'

/** Less than this is not worth a thought: what is guessed wrong costs a round trip. */
const LEAST_SAVED_BYTES = 64 * 1024
/** Sound stands in a stream a little before or behind the pictures that it belongs to. */
const BESIDE_SECONDS = 0.35
/** Where it is known what stands at some place of the segment, less is guessed. */
const KNOWN_BESIDE_SECONDS = 0.25
/** Bytes do not go by evenly. */
const UNEVEN_SHARE = 0.04
const SPARE_BYTES = 8 * 1024
/** Pictures that stand by themselves come in regular steps, if they differ by no more. */
const REGULAR_SECONDS = 0.1
const SAME_PICTURE_SECONDS = 0.001

/** What the segments of a recording weigh, by those that were read: it tells how much of another one must be fetched. */
export class SegmentSizes {
  readonly #counted = new Set<number>()
  #bytes = 0
  #seconds = 0
  #keys = 0
  #keyBytes = 0
  #keySeconds = 0
  #shortestGap = Infinity
  #longestGap = 0

  learnSize(segment: number, durationSeconds: number, sizeBytes: number): void {
    if (!this.#counted.has(segment)) {
      this.#counted.add(segment)
      this.#bytes += sizeBytes
      this.#seconds += durationSeconds
    }
  }

  /**
   * What stood in a segment that was all read.
   * @param keys when pictures that stand by themselves are shown, from the segment's beginning on, and what they weigh
   */
  learnKeys(durationSeconds: number, keys: readonly { seconds: number; sizeBytes: number }[]): void {
    const times = [...keys.map(({ seconds }) => seconds), durationSeconds]
    for (const gap of times.slice(1).map((time, index) => time - times[index]!)) {
      this.#shortestGap = Math.min(this.#shortestGap, gap)
      this.#longestGap = Math.max(this.#longestGap, gap)
    }
    this.#keys += keys.length
    this.#keyBytes += keys.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    this.#keySeconds += durationSeconds
  }

  /** When the picture is shown with which decoding of a moment begins, or an earlier one. */
  keyBefore(seconds: number): number {
    if (this.#keys === 0) {
      return 0
    }
    const isRegular = this.#longestGap - this.#shortestGap < REGULAR_SECONDS
    const key = isRegular
      ? Math.floor((seconds + SAME_PICTURE_SECONDS) / this.#longestGap) * this.#longestGap
      : seconds - this.#longestGap
    return Math.max(0, key)
  }

  /**
   * What to fetch of a segment in which everything from one moment to another is needed; null: all of it.
   * @param fromSeconds counted from its beginning, as is the other; 0 or less: from there on
   * @param untilSeconds null: up to its end
   */
  partFor(
    durationSeconds: number,
    fromSeconds: number,
    untilSeconds: number | null,
  ): { wanted: WantedPart; savedBytes: number } | null {
    const upTo = (seconds: number) => this.#bytesUpTo(seconds, durationSeconds)
    const whole = upTo(durationSeconds)
    if (this.#seconds === 0 || !(whole > 0)) {
      return null
    }
    const start = fromSeconds > BESIDE_SECONDS ? upTo(fromSeconds - BESIDE_SECONDS) : 0
    const end = untilSeconds === null ? whole : Math.min(whole, upTo(Math.max(0, untilSeconds) + BESIDE_SECONDS))
    const spare = (bytes: number) => bytes * (1 + UNEVEN_SHARE) + SPARE_BYTES
    const head = spare(end)
    const span = { start: start * (1 - UNEVEN_SHARE), end: head }
    const ways: { bytes: number; wanted: WantedPart }[] = [
      { bytes: head, wanted: { start: 0, end: head } },
      { bytes: spare(whole - start), wanted: { lastBytes: spare(whole - start) } },
      { bytes: span.end - span.start, wanted: span },
    ]
    const [best] = ways
      .filter(({ bytes }) => whole - bytes >= LEAST_SAVED_BYTES)
      .filter(({ wanted }) => untilSeconds !== null || 'lastBytes' in wanted)
      .sort((a, b) => a.bytes - b.bytes)
    return best ? { wanted: best.wanted, savedBytes: whole - best.bytes } : null
  }

  /**
   * About how much follows in a segment up to a moment, if so much of it is left.
   * @param fromSeconds where the rest begins, counted from the segment's beginning, as is the other
   */
  following(restBytes: number, fromSeconds: number, untilSeconds: number, durationSeconds: number): number {
    const until = Math.min(durationSeconds, Math.max(untilSeconds + KNOWN_BESIDE_SECONDS, fromSeconds + BESIDE_SECONDS))
    const keys = this.#keysBetween(fromSeconds, until)
    const restKeys = this.#keysBetween(fromSeconds, durationSeconds - SAME_PICTURE_SECONDS)
    const others = Math.max(0, restBytes - restKeys * this.#keyWeight)
    const share = Math.max(0, until - fromSeconds) / Math.max(BESIDE_SECONDS, durationSeconds - fromSeconds)
    return (share * others + keys * this.#keyWeight) * (1 + UNEVEN_SHARE) + SPARE_BYTES
  }

  /**
   * About how much comes before a place in a segment, back to a moment.
   * @param toSeconds what is shown at that place, counted from the segment's beginning, as is the other
   */
  preceding(beforeBytes: number, fromSeconds: number, toSeconds: number): number {
    const from = fromSeconds - KNOWN_BESIDE_SECONDS
    const share = Math.max(BESIDE_SECONDS, toSeconds - from) / Math.max(BESIDE_SECONDS, toSeconds)
    return share * beforeBytes * (1 + UNEVEN_SHARE) + this.#keyWeight / 2 + SPARE_BYTES
  }

  /** Behind the one moment, up to the other. */
  #keysBetween(fromSeconds: number, toSeconds: number): number {
    const step = this.#keys > 0 ? this.#keySeconds / this.#keys : Infinity
    return Math.max(0, Math.floor(toSeconds / step) - Math.floor((fromSeconds + SAME_PICTURE_SECONDS) / step))
  }

  get #perSecond(): number {
    return this.#seconds > 0 ? this.#bytes / this.#seconds : 0
  }

  get #keyWeight(): number {
    return this.#keys > 0 ? this.#keyBytes / this.#keys : 0
  }

  /** The pictures that stand by themselves come at the beginning of each step. */
  #bytesUpTo(seconds: number, durationSeconds: number): number {
    const step = this.#keys > 0 ? this.#keySeconds / this.#keys : durationSeconds
    const others = Math.max(0, this.#perSecond - this.#keyWeight / step)
    const upTo = Math.min(seconds, durationSeconds)
    return others * upTo + Math.ceil((upTo - SAME_PICTURE_SECONDS) / step) * this.#keyWeight
  }
}
