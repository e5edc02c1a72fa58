import type { Frame } from 'node-av/lib'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { HEAD_START_SECONDS } from '../plan/bit-budget.ts'
import { heldFrame, mostHeldFrames } from './held-frames.ts'

/** Pictures that are encoded together. */
export interface PictureRun {
  seconds: number
  /** By time stamp, what each picture takes in the source: it tells which of them need many bytes. */
  weights: ReadonlyMap<number, number>
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
const MOST_TRIALS = 4
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
  #encoder: PictureEncoder
  #sets: PictureEncoder['parameterSets'] | null = null
  /** What went before the present encoder. */
  #done: EncodedPicture[] = []
  #doneBytes = 0
  #weightLeft: number
  /** What the present one has made. */
  #made: EncodedPicture[] = []
  /** The pictures of the trial; null once it is over. */
  #trial: Frame[] | null = []

  constructor(settings: PictureEncoderSettings, run: PictureRun) {
    this.#settings = settings
    this.#quantizer = settings.quality
    this.#run = run
    this.#mostBytes = ((settings.largestBitrate ?? Infinity) / 8) * (run.seconds + HEAD_START_SECONDS)
    this.#weightLeft = [...run.weights.values()].reduce((sum, weight) => sum + weight, 0)
    this.#encoder = new PictureEncoder(settings)
  }

  /** Known once the first frame was encoded. */
  get parameterSets(): PictureEncoder['parameterSets'] {
    return this.#sets ?? this.#encoder.parameterSets
  }

  async encode(frame: Frame): Promise<void> {
    this.#trial?.push(heldFrame(frame))
    this.#made.push(...(await this.#encoder.encode(frame)))
    if (this.#trial && this.#trial.length >= trialFrames(frame)) {
      await this.#judgeTrial(false)
    } else if (!this.#trial && this.#isOverspent()) {
      await this.#startAnew()
    }
  }

  /** All pictures. */
  async finish(): Promise<EncodedPicture[]> {
    this.#made.push(...(await this.#encoder.finish()))
    await this.#judgeTrial(true)
    return [...this.#done, ...this.#made]
  }

  close(): void {
    this.#encoder.close()
    this.#endTrial()
  }

  /** Encodes the pictures of the trial again, until all pictures may be expected to keep to their bits. */
  async #judgeTrial(isAll: boolean): Promise<void> {
    for (let trial = 1; trial <= MOST_TRIALS && this.#trial; trial++) {
      const quantizer = coarser(this.#quantizer, this.#expected().bytes / (AIMED_SHARE * this.#mostBytes))
      if (quantizer === this.#quantizer) {
        break
      }
      this.#change(quantizer)
      for (const frame of this.#trial) {
        this.#made.push(...(await this.#encoder.encode(frame)))
      }
      if (isAll) {
        this.#made.push(...(await this.#encoder.finish()))
      }
    }
    this.#endTrial()
  }

  /** What the present encoder's pictures and all that follow take: each as many times its weight as those known. */
  #expected(): { bytes: number; keyBytes: number; share: number; weight: number } {
    const [key, ...others] = this.#made
    const keyBytes = key ? bytesOf([key]) : 0
    const weight = this.#weightOf(others)
    const share = bytesOf(others) / Math.max(1, weight)
    const keyWeight = key ? this.#weightOf([key]) : 0
    return { bytes: keyBytes + share * (this.#weightLeft - keyWeight), keyBytes, share, weight: keyWeight + weight }
  }

  #isOverspent(): boolean {
    if (this.#made.length < LEAST_FRAMES_FOR_EACH_START || this.#quantizer >= COARSEST_QUANTIZER) {
      return false
    }
    const { bytes, weight } = this.#expected()
    const isLate = weight > TOO_LATE * this.#weightLeft
    return !isLate && this.#doneBytes + bytes > (1 + SLACK_SHARE) * this.#mostBytes
  }

  async #startAnew(): Promise<void> {
    this.#sets = this.#encoder.parameterSets
    this.#made.push(...(await this.#encoder.finish()))
    const { keyBytes, share, weight } = this.#expected()
    this.#done.push(...this.#made)
    this.#doneBytes += bytesOf(this.#made)
    this.#weightLeft -= weight
    const left = Math.max(1, AIMED_SHARE * (this.#mostBytes - this.#doneBytes))
    this.#change(coarser(this.#quantizer, (keyBytes + share * this.#weightLeft) / left))
  }

  #change(quantizer: number): void {
    this.#encoder.close()
    this.#encoder = new PictureEncoder({ ...this.#settings, quality: quantizer })
    this.#quantizer = quantizer
    this.#made = []
  }

  #weightOf(pictures: readonly EncodedPicture[]): number {
    return pictures.reduce((sum, { pts }) => sum + (this.#run.weights.get(pts) ?? 0), 0)
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

/** The quantizer that makes pictures so many times smaller. */
function coarser(quantizer: number, times: number): number {
  const steps = Math.max(0, Math.ceil(Math.log(times) / Math.log(SMALLER_BY_STEP)))
  return Math.min(COARSEST_QUANTIZER, quantizer + steps)
}

/** They are held until their trial is over, in case that they must be encoded again. */
function trialFrames(frame: Frame): number {
  return Math.max(LEAST_TRIAL_FRAMES, Math.min(MOST_TRIAL_FRAMES, mostHeldFrames(frame)))
}
