import type { Frame } from 'node-av/lib'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { mostHeldFrames } from '../media-limits.ts'
import { HEAD_START_SECONDS } from '../plan/bit-budget.ts'
import { heldFrame } from './held-frames.ts'
import type { WantedSize } from './nearest-size.ts'

/** Pictures that are encoded together. */
export interface PictureRun {
  seconds: number
  /** Of the picture standing by itself that they lean on in the source. */
  keyBytes: number
  /** What they should take, as long as that looks right; null: whatever the quantizer makes of them. */
  aimedBytes: number | null
  /** By time stamp, what each picture takes in the source: it tells which of them need many bytes. */
  weights: ReadonlyMap<number, number>
}

/** Bytes in the source, of pictures that lean on others and of those that show something new. */
interface Weight {
  leaning: number
  isNew: number
}

interface Expected {
  keyBytes: number
  otherBytes: number
}

/** So many pictures tell what the rest will take. */
const MOST_TRIAL_FRAMES = 8
const LEAST_TRIAL_FRAMES = 4
/** A trial is not quite right. */
const AIMED_SHARE = 0.97
const SLACK_SHARE = 0.05
/** A quantizer's step makes pictures smaller by a ninth at least. */
const SMALLER_BY_STEP = 1.11
const COARSEST_QUANTIZER = 44
/** For the sake of a size alone, no coarser than what looks like the source (42 dB), and no finer than what can be seen. */
const AIMED_QUANTIZERS = { finest: 17, coarsest: 26 } as const
/**
 * Where so coarse a quantizer is called for, bits are few: small pictures are then encoded with more patience, which gives
 * a decibel more for the same bytes and costs 40 ms for a million pixels.
 */
const STARVED_QUANTIZER = 23
const MOST_PATIENT_PIXELS = { picture: 640 * 360, piece: 6e6 } as const
/** Nearer than that is not worth a second trial. */
const NEAR_AIM = 0.06
/** What a quantizer's step takes off, usually: of a picture standing by itself, and of one that leans on another. */
const USUAL_BY_STEP = { key: 1.08, other: 1.2 } as const
/** Pictures behind a trial take more than it says, because what they lean on differs from the source more and more. */
const DRIFT = 1.2
/**
 * A new scene's bytes may lie with a picture that is shown a little later than the first one of the scene: in the source,
 * what is shown before leans on it.
 */
const SOON_SECONDS = 0.4
/** A picture that took so much of a key picture's bytes in the source shows something new. */
const NEW_SCENE_SHARE = 1 / 3
const MOST_TRIALS = 4
/** Of them, so many for the sake of a size. */
const MOST_AIMED_TRIALS = 2
/** Of a piece so many times as long as its trial, nobody sees that those pictures have another quantizer. */
const LEAST_TRIALS_IN_A_LONG_PIECE = 4
/** Steered, quantizers may lie between two whole ones. */
const FINE_STEP = 0.25
const MOST_STEP = 0.75
/** With every picture, less is thought of those before. */
const KEPT_SHARE = 0.85
/** Where so much is done, a new start would cost more than it saves; and one must be worth its key picture. */
const TOO_LATE = 0.9
const LEAST_FRAMES_FOR_EACH_START = 4

/**
 * Encodes a run of pictures with one quantizer for all, and within its bits. What the first few take tells what the rest
 * will; if that is too much, they are encoded again with a coarser one. Should pictures later turn out harder than their
 * bytes in the source say, the rest begins with a key picture and a coarser quantizer, under the same parameter sets.
 */
export class PieceEncoder {
  readonly #settings: PictureEncoderSettings
  readonly #run: PictureRun
  readonly #mostBytes: number
  #quantizer: number
  #preset: PictureEncoderSettings['preset']
  #encoder: PictureEncoder
  #sets: PictureEncoder['parameterSets'] | null = null
  /** What went before the present encoder. */
  #done: EncodedPicture[] = []
  #doneBytes = 0
  /** What pictures that the present encoder began with, and all behind them, took in the source. */
  #left: Weight
  /** Of new scenes that began already, the pictures that have their bytes in the source. */
  readonly #begun = new Set<number>()
  readonly #beginnings = new Set<number>()
  /** What the present one has made. */
  #made: EncodedPicture[] = []
  /** Of pictures that went to the encoder, the quantizer. */
  readonly #asked = new Map<number, number>()
  #recent = { bytes: 0, weight: 0 }
  /** The pictures of the trial; null once it is over. */
  #trial: Frame[] | null = []

  constructor(settings: PictureEncoderSettings, run: PictureRun) {
    this.#settings = settings
    this.#quantizer = settings.quality
    this.#preset = settings.preset
    this.#run = run
    // Whatever was told: a clip is no larger for it beside what it covers.
    this.#mostBytes = ((settings.largestBitrate ?? Infinity) / 8) * (run.seconds + HEAD_START_SECONDS)
    this.#left = this.#weightOf(run.weights.keys())
    this.#encoder = new PictureEncoder(settings)
  }

  /** Known once the first frame was encoded. */
  get parameterSets(): PictureEncoder['parameterSets'] {
    return this.#sets ?? this.#encoder.parameterSets
  }

  /** That of the present encoder: what is made again begins with it, too. */
  get preset(): PictureEncoderSettings['preset'] {
    return this.#preset
  }

  /** Of all pictures as they were asked for. */
  get meanQuantizer(): number {
    const asked = [...this.#asked.values()]
    return asked.reduce((sum, quantizer) => sum + quantizer, 0) / Math.max(1, asked.length)
  }

  /** What all pictures are to take, and how they may look for it. */
  get wantedSize(): WantedSize {
    const bytes = Math.min(this.#run.aimedBytes ?? this.#mostBytes, this.#mostBytes)
    return { bytes, ...AIMED_QUANTIZERS }
  }

  async encode(frame: Frame): Promise<void> {
    this.#trial?.push(heldFrame(frame))
    if (!this.#trial && this.#settings.isSteered) {
      this.#steer()
    }
    this.#asked.set(Number(frame.pts), this.#quantizer)
    this.#take(await this.#encoder.encode(frame, this.#settings.isSteered ? this.#quantizer : undefined))
    if (this.#trial && this.#trial.length >= trialFrames(frame)) {
      await this.#judgeTrial(false)
    } else if (!this.#trial && this.#isOverspent()) {
      await this.#startAnew()
    }
  }

  /** All pictures. */
  async finish(): Promise<EncodedPicture[]> {
    this.#take(await this.#encoder.finish())
    await this.#judgeTrial(true)
    return [...this.#done, ...this.#made]
  }

  close(): void {
    this.#encoder.close()
    this.#endTrial()
  }

  /** Corrects the quantizer, so that what is left takes what is left of the bytes. */
  #steer(): void {
    const { aimedBytes } = this.#run
    const known = this.#weightOf(this.#made.map(({ pts }) => pts))
    const left = { leaning: this.#left.leaning - known.leaning, isNew: this.#left.isNew - known.isNew }
    const [key] = this.#made
    if (!aimedBytes || !key || total(left) <= 0 || (left.leaning > 0 && this.#recent.weight === 0)) {
      return
    }
    const free = Math.min(aimedBytes, AIMED_SHARE * this.#mostBytes) - this.#doneBytes - bytesOf(this.#made)
    // Not of pictures that the encoder has not given back yet, which is why no step is large.
    const need = this.#recent.weight > 0 ? this.#recent.bytes / this.#recent.weight : 0
    const newNeed = (bytesOf([key]) / Math.max(1, this.#run.keyBytes)) * USUAL_BY_STEP.key ** this.#asked.get(key.pts)!
    const takes = (quantizer: number) =>
      need * left.leaning * USUAL_BY_STEP.other ** -quantizer + newNeed * left.isNew * USUAL_BY_STEP.key ** -quantizer
    let right: number = AIMED_QUANTIZERS.finest
    // Coarser than for a size's sake it is where there are too few bits.
    while (right < Math.max(AIMED_QUANTIZERS.coarsest, this.#quantizer) && takes(right) > free) {
      right += FINE_STEP
    }
    this.#quantizer += Math.min(MOST_STEP, Math.max(-MOST_STEP, right - this.#quantizer))
  }

  /** Encodes the pictures of the trial again, once for the size, and until all may be expected to keep to their bits. */
  async #judgeTrial(isAll: boolean): Promise<void> {
    for (let trial = 1; trial <= MOST_TRIALS && this.#trial; trial++) {
      const expected = this.#expected()
      const aimed = trial <= MOST_AIMED_TRIALS ? this.#aimedQuantizer(expected) : this.#quantizer
      const bytes = resized(expected, aimed - this.#quantizer)
      const quantizer = coarser(aimed, bytes / (AIMED_SHARE * this.#mostBytes))
      if (quantizer === this.#quantizer) {
        break
      }
      if (!isAll && this.#canSteerTo(quantizer)) {
        this.#quantizer = quantizer
        break
      }
      this.#change(quantizer)
      for (const frame of this.#trial) {
        this.#asked.set(Number(frame.pts), quantizer)
        this.#take(await this.#encoder.encode(frame))
      }
      if (isAll) {
        this.#take(await this.#encoder.finish())
      }
    }
    this.#endTrial()
  }

  /** Where many pictures follow, those of the trial may stay as they are: the others make up for them. */
  #canSteerTo(quantizer: number): boolean {
    const trial = this.#trial?.length ?? 0
    const isLong = trial * LEAST_TRIALS_IN_A_LONG_PIECE <= this.#run.weights.size
    return this.#settings.isSteered === true && isLong && quantizer < STARVED_QUANTIZER
  }

  #presetFor(quantizer: number): PictureEncoderSettings['preset'] {
    const [frame] = this.#trial ?? []
    const pixels = frame ? frame.width * frame.height : Infinity
    const isSmall =
      pixels <= MOST_PATIENT_PIXELS.picture && pixels * this.#run.weights.size <= MOST_PATIENT_PIXELS.piece
    const isHasty = this.#preset === 'superfast'
    return isHasty && isSmall && quantizer >= STARVED_QUANTIZER ? 'fast' : this.#preset
  }

  /** Which one comes nearest to the bytes that all pictures should take. */
  #aimedQuantizer(expected: Expected): number {
    const { aimedBytes } = this.#run
    const now = this.#quantizer
    const offBy = (quantizer: number) => Math.abs(Math.log(resized(expected, quantizer - now) / (aimedBytes ?? 1)))
    if (!aimedBytes || offBy(now) < NEAR_AIM) {
      return now
    }
    let best = Math.min(AIMED_QUANTIZERS.coarsest, Math.max(AIMED_QUANTIZERS.finest, now))
    const step = this.#settings.isSteered ? FINE_STEP : 1
    for (let quantizer: number = AIMED_QUANTIZERS.finest; quantizer <= AIMED_QUANTIZERS.coarsest; quantizer += step) {
      best = offBy(quantizer) < offBy(best) ? quantizer : best
    }
    return best
  }

  /**
   * What the present encoder's pictures and all that follow take: each as many times its weight as those known. One that
   * shows something new is like the first.
   */
  #expected(): Expected & { known: Weight; left: number } {
    const [key, ...others] = this.#made
    const keyBytes = key ? bytesOf([key]) : 0
    const known = this.#weightOf(this.#made.map(({ pts }) => pts))
    const leaning = others.filter(
      (picture) => !this.#isNew(this.#weight(picture.pts)) && !this.#beginnings.has(picture.pts),
    )
    const leaningWeight = this.#weightOf(leaning.map(({ pts }) => pts)).leaning
    const keyShare = keyBytes / Math.max(1, this.#run.keyBytes)
    const share = leaningWeight > 0 ? bytesOf(leaning) / leaningWeight : keyShare
    const left = DRIFT * share * (this.#left.leaning - known.leaning) + keyShare * (this.#left.isNew - known.isNew)
    return { keyBytes, otherBytes: bytesOf(others) + left, known, left }
  }

  #isOverspent(): boolean {
    if (this.#made.length < LEAST_FRAMES_FOR_EACH_START || this.#quantizer >= COARSEST_QUANTIZER) {
      return false
    }
    const { keyBytes, otherBytes, known } = this.#expected()
    const isLate = total(known) > TOO_LATE * total(this.#left)
    return !isLate && this.#doneBytes + keyBytes + otherBytes > (1 + SLACK_SHARE) * this.#mostBytes
  }

  async #startAnew(): Promise<void> {
    this.#sets = this.#encoder.parameterSets
    this.#take(await this.#encoder.finish())
    const { keyBytes, known, left } = this.#expected()
    this.#done.push(...this.#made)
    this.#doneBytes += bytesOf(this.#made)
    this.#left = { leaning: this.#left.leaning - known.leaning, isNew: this.#left.isNew - known.isNew }
    const free = Math.max(1, AIMED_SHARE * (this.#mostBytes - this.#doneBytes))
    this.#change(coarser(this.#quantizer, (keyBytes + left) / free))
  }

  #change(quantizer: number): void {
    this.#encoder.close()
    this.#preset = this.#presetFor(quantizer)
    this.#encoder = new PictureEncoder({ ...this.#settings, preset: this.#preset, quality: quantizer })
    this.#quantizer = quantizer
    this.#made = []
    this.#recent = { bytes: 0, weight: 0 }
  }

  #weightOf(times: Iterable<number>): Weight {
    const sum = { leaning: 0, isNew: 0 }
    for (const pts of times) {
      const weight = this.#weight(pts)
      sum[this.#isNew(weight) ? 'isNew' : 'leaning'] += weight
    }
    return sum
  }

  #weight(pts: number): number {
    return this.#begun.has(pts) ? 0 : (this.#run.weights.get(pts) ?? 0)
  }

  #take(pictures: readonly EncodedPicture[]): void {
    for (const picture of pictures) {
      this.#made.push(picture)
      const isLarge = this.#made.length > 1 && bytesOf([picture]) > NEW_SCENE_SHARE * bytesOf(this.#made.slice(0, 1))
      if (isLarge && !this.#isNew(this.#weight(picture.pts)) && !this.#beginnings.has(picture.pts)) {
        this.#begin(picture.pts)
      }
      this.#remember(picture)
    }
  }

  /** What pictures that lean on others take lately, by what they took in the source. */
  #remember({ pts, nals }: EncodedPicture): void {
    const weight = this.#weight(pts)
    if (this.#made.length > 1 && weight > 0 && !this.#isNew(weight) && !this.#beginnings.has(pts)) {
      const bytes = nals.reduce((sum, nal) => sum + nal.length, 0)
      const needed = bytes * USUAL_BY_STEP.other ** (this.#asked.get(pts) ?? this.#quantizer)
      this.#recent = {
        bytes: KEPT_SHARE * this.#recent.bytes + needed,
        weight: KEPT_SHARE * this.#recent.weight + weight,
      }
    }
  }

  /** A picture shows something new that took its bytes in one of the next. */
  #begin(pts: number): void {
    const until = pts + SOON_SECONDS * this.#settings.timescale
    for (const [time, weight] of this.#run.weights) {
      if (time > pts && time < until && !this.#begun.has(time) && this.#isNew(weight)) {
        this.#begun.add(time)
        this.#beginnings.add(pts)
        this.#left.isNew -= weight
        return
      }
    }
  }

  #isNew(weight: number): boolean {
    return this.#run.keyBytes > 0 && weight > NEW_SCENE_SHARE * this.#run.keyBytes
  }

  #endTrial(): void {
    for (const frame of this.#trial ?? []) {
      frame.free()
    }
    this.#trial = null
  }
}

function bytesOf(pictures: readonly EncodedPicture[]): number {
  return pictures.reduce((sum, { nals }) => sum + nals.reduce((all, nal) => all + nal.length, 0), 0)
}

const total = ({ leaning, isNew }: Weight): number => leaning + isNew

/** What becomes of that with a quantizer so many steps coarser. */
function resized({ keyBytes, otherBytes }: Expected, steps: number): number {
  return keyBytes * USUAL_BY_STEP.key ** -steps + otherBytes * USUAL_BY_STEP.other ** -steps
}

/** The quantizer that makes pictures so many times smaller. */
function coarser(quantizer: number, times: number): number {
  const steps = Math.max(0, Math.ceil(Math.log(times) / Math.log(SMALLER_BY_STEP)))
  return Math.min(COARSEST_QUANTIZER, quantizer + steps)
}

/** They are held until their trial is over, in case that they must be encoded again. */
function trialFrames(frame: Frame): number {
  return Math.max(LEAST_TRIAL_FRAMES, Math.min(MOST_TRIAL_FRAMES, mostHeldFrames(frame)))
}
