/** What the source takes for a frame, and when it is shown. */
interface Taken {
  tick: number
  bytes: number
}

/** So many steps of quality halve the bits. */
const STEPS_PER_HALF = 6
/** Of a frame alone it may be as many. */
const MOST_STEPS_PER_HALF = 12
/** For a size's sake quality lies between these. */
export const QUALITIES_FOR_SIZE = { finest: 11, coarsest: 33 } as const
/** What was encoded so long ago tells little of what is to come. */
const MEMORY_SECONDS = 1.5
/** A surplus or a lack is made up for within this time, or by the end. */
const AMENDS_SECONDS = 2.5
const MOST_AMENDS = 2.5
/** A frame alone tells little of those that lean on it. */
const TRUST_IN_FIRST = 0.6
const MOST_AT_FIRST = 6
/** What is changed is seen a dozen frames later only: in small steps it does not swing. */
const MOST_STEP = 0.6

/**
 * Chooses the quality of an encoder so that what it makes is a given share of what its source takes, frame for frame:
 * so the source's own encoder says where bits are needed. The smaller the number, the better the quality.
 */
export class SizeSteering {
  readonly #share: number
  readonly #timescale: number
  readonly #endTick: number
  readonly #pending: Taken[] = []
  /** Quality of the frames that the encoder has not given back yet, by tick. */
  readonly #asked = new Map<number, number>()
  #wanted = 0
  #spent = 0
  #lastTick = 0
  /** What was wanted lately, and what the encoder would have made of it at quality 0. */
  #recentWanted = 0
  #recentNeed = 0
  #quality: number
  #askedSum = 0
  #askedCount = 0
  #tried: { bytes: number; quality: number } | null = null

  /** @param endTick when the last frame ends, counted from the first one */
  constructor(share: number, video: { timescale: number; endTick: number }, firstQuality: number) {
    this.#share = share
    this.#timescale = video.timescale
    this.#endTick = video.endTick
    this.#quality = firstQuality
  }

  get quality(): number {
    return this.#quality
  }

  /** Of all frames that went to the encoder. */
  get meanQuality(): number {
    return this.#askedCount > 0 ? this.#askedSum / this.#askedCount : this.#quality
  }

  /** The source's packet of a frame was read. */
  read(tick: number, bytes: number): void {
    this.#pending.push({ tick, bytes })
  }

  /**
   * What the first frame alone takes at a quality: the best guess before there is anything else. Tried again, it tells what a
   * step makes of it, too.
   * @param trust 1 where it will be encoded just so, and is much of all
   */
  tried(bytes: number, quality: number, trust = TRUST_IN_FIRST): void {
    // Where frames lean on later ones, it was not the first one read.
    const wanted = this.#share * (this.#pending.find(({ tick }) => tick === 0)?.bytes ?? 0)
    if (wanted > 0 && bytes > 0) {
      const before = this.#tried
      const seen = before && (quality - before.quality) / Math.log2(before.bytes / bytes)
      const perHalf = seen !== null && seen > 0 ? Math.min(MOST_STEPS_PER_HALF, seen) : STEPS_PER_HALF
      const step = trust * perHalf * Math.log2(bytes / wanted)
      this.#quality = bounded(quality + Math.min(MOST_AT_FIRST, Math.max(-MOST_AT_FIRST, step)))
      this.#tried = { bytes, quality }
    }
  }

  /** A frame goes to the encoder. */
  asked(tick: number): void {
    this.#asked.set(tick, this.#quality)
    this.#askedSum += this.#quality
    this.#askedCount += 1
  }

  /** The encoder has given a frame. */
  encoded(tick: number, bytes: number): void {
    const quality = this.#asked.get(tick) ?? this.#quality
    this.#asked.delete(tick)
    const wanted = this.#takeUntil(Math.max(tick, this.#lastTick))
    const seconds = Math.max(0, tick - this.#lastTick) / this.#timescale
    this.#lastTick = Math.max(tick, this.#lastTick)
    this.#wanted += wanted
    this.#spent += bytes
    const cached = Math.exp(-seconds / MEMORY_SECONDS)
    this.#recentWanted = this.#recentWanted * cached + wanted
    this.#recentNeed = this.#recentNeed * cached + bytes * 2 ** (quality / STEPS_PER_HALF)
    if (this.#recentWanted > 0) {
      const right = STEPS_PER_HALF * Math.log2(this.#recentNeed / this.#recentWanted / this.#amends())
      const step = Math.min(MOST_STEP, Math.max(-MOST_STEP, right - this.#quality))
      this.#quality = bounded(this.#quality + step)
    }
  }

  /** How much more than its share what is to come may take, so that all together come out right. */
  #amends(): number {
    const rate = this.#wanted / Math.max(this.#lastTick / this.#timescale, 0.5)
    const left = (this.#endTick - this.#lastTick) / this.#timescale
    const ahead = rate * Math.max(0.2, Math.min(AMENDS_SECONDS, left))
    const share = ahead > 0 ? 1 + (this.#wanted - this.#spent) / ahead : 1
    return Math.min(MOST_AMENDS, Math.max(1 / MOST_AMENDS, share))
  }

  #takeUntil(tick: number): number {
    let bytes = 0
    for (let at = this.#pending.length - 1; at >= 0; at--) {
      if (this.#pending[at]!.tick <= tick) {
        bytes += this.#pending[at]!.bytes
        this.#pending.splice(at, 1)
      }
    }
    return bytes * this.#share
  }
}

function bounded(quality: number): number {
  return Math.min(QUALITIES_FOR_SIZE.coarsest, Math.max(QUALITIES_FOR_SIZE.finest, quality))
}
