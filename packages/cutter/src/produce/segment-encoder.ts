import type { Frame } from 'node-av/lib'
import { type EncodedFrame, FrameEncoder, type FrameEncoderSettings } from '../codec/frame-encoder.ts'
import { mostHeldFrames } from '../media-limits.ts'
import { HEAD_START_SECONDS } from '../plan/bit-budget.ts'
import { heldFrame } from './held-frames.ts'
import type { WantedSize } from './nearest-size.ts'

/** Frames that are encoded together. */
export interface FrameRun {
  seconds: number
  /** Of the frame standing by itself that they lean on in the source. */
  keyBytes: number
  /** What they should take, as long as that looks right; null: whatever the QP makes of them. */
  aimedBytes: number | null
  /** By time stamp, what each frame takes in the source: it tells which of them need many bytes. */
  sizeIndex: ReadonlyMap<number, number>
}

/** Bytes in the source, of frames that lean on others and of those that show something new. */
interface Size {
  leaning: number
  isNew: number
}

interface Expected {
  keyBytes: number
  otherBytes: number
}

/** So many frames tell what the rest will take. */
const MOST_TRIAL_FRAMES = 8
const LEAST_TRIAL_FRAMES = 4
/** A trial is not quite right. */
const AIMED_SHARE = 0.97
const SLACK_SHARE = 0.05
/** A QP's step makes frames smaller by a ninth at least. */
const SMALLER_BY_STEP = 1.11
const COARSEST_QP = 44
/** For the sake of a size alone, no coarser than what looks like the source (42 dB), and no finer than what can be seen. */
const AIMED_QPS = { finest: 17, coarsest: 26 } as const
/**
 * Where so coarse a QP is called for, bits are few: small frames are then encoded with more patience, which gives
 * a decibel more for the same bytes and costs 40 ms for a million pixels.
 */
const STARVED_QP = 23
const MOST_PATIENT_PIXELS = { videoFrame: 640 * 360, piece: 6e6 } as const
/** Nearer than that is not worth a second trial. */
const NEAR_AIM = 0.06
/** What a QP's step takes off, usually: of a frame standing by itself, and of one that leans on another. */
const USUAL_BY_STEP = { key: 1.08, other: 1.2 } as const
/** Frames behind a trial take more than it says, because what they lean on differs from the source more and more. */
const DRIFT = 1.2
/**
 * A new scene's bytes may lie with a frame that is shown a little later than the first one of the scene: in the source,
 * what is shown before leans on it.
 */
const SOON_SECONDS = 0.4
/** A frame that took so much of a keyframe's bytes in the source shows something new. */
const NEW_SCENE_SHARE = 1 / 3
const MOST_TRIALS = 4
/** Of them, so many for the sake of a size. */
const MOST_AIMED_TRIALS = 2
/** Of a piece so many times as long as its trial, nobody sees that those frames have another QP. */
const LEAST_TRIALS_IN_A_LONG_SEGMENT = 4
/** Steered, QPs may lie between two whole ones. */
const FINE_STEP = 0.25
const MOST_STEP = 0.75
/** With every frame, less is thought of those before. */
const CACHED_SHARE = 0.85
/** Where so much is done, a new start would cost more than it saves; and one must be worth its keyframe. */
const TOO_LATE = 0.9
const LEAST_FRAMES_FOR_EACH_START = 4

/**
 * Encodes a run of frames with one QP for all, and within its bits. What the first few take tells what the rest
 * will; if that is too much, they are encoded again with a coarser one. Should frames later turn out harder than their
 * bytes in the source say, the rest begins with a keyframe and a coarser QP, under the same parameter sets.
 */
export class SegmentEncoder {
  readonly #settings: FrameEncoderSettings
  readonly #run: FrameRun
  readonly #mostBytes: number
  #qp: number
  #preset: FrameEncoderSettings['preset']
  #encoder: FrameEncoder
  #sets: FrameEncoder['parameterSets'] | null = null
  /** What went before the present encoder. */
  #done: EncodedFrame[] = []
  #doneBytes = 0
  /** What frames that the present encoder began with, and all behind them, took in the source. */
  #left: Size
  /** Of new scenes that began already, the frames that have their bytes in the source. */
  readonly #begun = new Set<number>()
  readonly #beginnings = new Set<number>()
  /** What the present one has made. */
  #made: EncodedFrame[] = []
  /** Of frames that went to the encoder, the QP. */
  readonly #asked = new Map<number, number>()
  #recent = { bytes: 0, weight: 0 }
  /** The frames of the trial; null once it is over. */
  #trial: Frame[] | null = []

  constructor(settings: FrameEncoderSettings, run: FrameRun) {
    this.#settings = settings
    this.#qp = settings.quality
    this.#preset = settings.preset
    this.#run = run
    // Whatever was told: a clip is no larger for it beside what it covers.
    this.#mostBytes = ((settings.largestBitrate ?? Infinity) / 8) * (run.seconds + HEAD_START_SECONDS)
    this.#left = this.#sizeOf(run.sizeIndex.keys())
    this.#encoder = new FrameEncoder(settings)
  }

  /** Known once the first frame was encoded. */
  get parameterSets(): FrameEncoder['parameterSets'] {
    return this.#sets ?? this.#encoder.parameterSets
  }

  /** That of the present encoder: what is made again begins with it, too. */
  get preset(): FrameEncoderSettings['preset'] {
    return this.#preset
  }

  /** Of all frames as they were asked for. */
  get meanQp(): number {
    const asked = [...this.#asked.values()]
    return asked.reduce((sum, qp) => sum + qp, 0) / Math.max(1, asked.length)
  }

  /** What all frames are to take, and how they may look for it. */
  get wantedSize(): WantedSize {
    const bytes = Math.min(this.#run.aimedBytes ?? this.#mostBytes, this.#mostBytes)
    return { bytes, ...AIMED_QPS }
  }

  async encode(frame: Frame): Promise<void> {
    this.#trial?.push(heldFrame(frame))
    if (!this.#trial && this.#settings.isSteered) {
      this.#steer()
    }
    this.#asked.set(Number(frame.pts), this.#qp)
    this.#take(await this.#encoder.encode(frame, this.#settings.isSteered ? this.#qp : undefined))
    if (this.#trial && this.#trial.length >= trialFrames(frame)) {
      await this.#judgeTrial(false)
    } else if (!this.#trial && this.#isOverspent()) {
      await this.#startAgain()
    }
  }

  /** All frames. */
  async finish(): Promise<EncodedFrame[]> {
    this.#take(await this.#encoder.finish())
    await this.#judgeTrial(true)
    return [...this.#done, ...this.#made]
  }

  close(): void {
    this.#encoder.close()
    this.#endTrial()
  }

  /** Corrects the QP, so that what is left takes what is left of the bytes. */
  #steer(): void {
    const { aimedBytes } = this.#run
    const known = this.#sizeOf(this.#made.map(({ pts }) => pts))
    const left = { leaning: this.#left.leaning - known.leaning, isNew: this.#left.isNew - known.isNew }
    const [key] = this.#made
    if (!aimedBytes || !key || total(left) <= 0 || (left.leaning > 0 && this.#recent.weight === 0)) {
      return
    }
    const free = Math.min(aimedBytes, AIMED_SHARE * this.#mostBytes) - this.#doneBytes - bytesOf(this.#made)
    // Not of frames that the encoder has not given back yet, which is why no step is large.
    const need = this.#recent.weight > 0 ? this.#recent.bytes / this.#recent.weight : 0
    const newNeed = (bytesOf([key]) / Math.max(1, this.#run.keyBytes)) * USUAL_BY_STEP.key ** this.#asked.get(key.pts)!
    const takes = (qp: number) =>
      need * left.leaning * USUAL_BY_STEP.other ** -qp + newNeed * left.isNew * USUAL_BY_STEP.key ** -qp
    let right: number = AIMED_QPS.finest
    // Coarser than for a size's sake it is where there are too few bits.
    while (right < Math.max(AIMED_QPS.coarsest, this.#qp) && takes(right) > free) {
      right += FINE_STEP
    }
    this.#qp += Math.min(MOST_STEP, Math.max(-MOST_STEP, right - this.#qp))
  }

  /** Encodes the frames of the trial again, once for the size, and until all may be expected to keep to their bits. */
  async #judgeTrial(isAll: boolean): Promise<void> {
    for (let trial = 1; trial <= MOST_TRIALS && this.#trial; trial++) {
      const expected = this.#expected()
      const aimed = trial <= MOST_AIMED_TRIALS ? this.#aimedQp(expected) : this.#qp
      const bytes = resized(expected, aimed - this.#qp)
      const qp = coarser(aimed, bytes / (AIMED_SHARE * this.#mostBytes))
      if (qp === this.#qp) {
        break
      }
      if (!isAll && this.#canSteerTo(qp)) {
        this.#qp = qp
        break
      }
      this.#change(qp)
      for (const frame of this.#trial) {
        this.#asked.set(Number(frame.pts), qp)
        this.#take(await this.#encoder.encode(frame))
      }
      if (isAll) {
        this.#take(await this.#encoder.finish())
      }
    }
    this.#endTrial()
  }

  /** Where many frames follow, those of the trial may stay as they are: the others make up for them. */
  #canSteerTo(qp: number): boolean {
    const trial = this.#trial?.length ?? 0
    const isLong = trial * LEAST_TRIALS_IN_A_LONG_SEGMENT <= this.#run.sizeIndex.size
    return this.#settings.isSteered === true && isLong && qp < STARVED_QP
  }

  #presetFor(qp: number): FrameEncoderSettings['preset'] {
    const [frame] = this.#trial ?? []
    const pixels = frame ? frame.width * frame.height : Infinity
    const isSmall =
      pixels <= MOST_PATIENT_PIXELS.videoFrame && pixels * this.#run.sizeIndex.size <= MOST_PATIENT_PIXELS.piece
    const isFast = this.#preset === 'superfast'
    return isFast && isSmall && qp >= STARVED_QP ? 'fast' : this.#preset
  }

  /** Which one comes nearest to the bytes that all frames should take. */
  #aimedQp(expected: Expected): number {
    const { aimedBytes } = this.#run
    const now = this.#qp
    const offBy = (qp: number) => Math.abs(Math.log(resized(expected, qp - now) / (aimedBytes ?? 1)))
    if (!aimedBytes || offBy(now) < NEAR_AIM) {
      return now
    }
    let best = Math.min(AIMED_QPS.coarsest, Math.max(AIMED_QPS.finest, now))
    const step = this.#settings.isSteered ? FINE_STEP : 1
    for (let qp: number = AIMED_QPS.finest; qp <= AIMED_QPS.coarsest; qp += step) {
      best = offBy(qp) < offBy(best) ? qp : best
    }
    return best
  }

  /**
   * What the present encoder's frames and all that follow take: each as many times its weight as those known. One that
   * shows something new is like the first.
   */
  #expected(): Expected & { known: Size; left: number } {
    const [key, ...others] = this.#made
    const keyBytes = key ? bytesOf([key]) : 0
    const known = this.#sizeOf(this.#made.map(({ pts }) => pts))
    const leaning = others.filter(
      (videoFrame) => !this.#isNew(this.#weight(videoFrame.pts)) && !this.#beginnings.has(videoFrame.pts),
    )
    const leaningSize = this.#sizeOf(leaning.map(({ pts }) => pts)).leaning
    const keyShare = keyBytes / Math.max(1, this.#run.keyBytes)
    const share = leaningSize > 0 ? bytesOf(leaning) / leaningSize : keyShare
    const left = DRIFT * share * (this.#left.leaning - known.leaning) + keyShare * (this.#left.isNew - known.isNew)
    return { keyBytes, otherBytes: bytesOf(others) + left, known, left }
  }

  #isOverspent(): boolean {
    if (this.#made.length < LEAST_FRAMES_FOR_EACH_START || this.#qp >= COARSEST_QP) {
      return false
    }
    const { keyBytes, otherBytes, known } = this.#expected()
    const isLate = total(known) > TOO_LATE * total(this.#left)
    return !isLate && this.#doneBytes + keyBytes + otherBytes > (1 + SLACK_SHARE) * this.#mostBytes
  }

  async #startAgain(): Promise<void> {
    this.#sets = this.#encoder.parameterSets
    this.#take(await this.#encoder.finish())
    const { keyBytes, known, left } = this.#expected()
    this.#done.push(...this.#made)
    this.#doneBytes += bytesOf(this.#made)
    this.#left = { leaning: this.#left.leaning - known.leaning, isNew: this.#left.isNew - known.isNew }
    const free = Math.max(1, AIMED_SHARE * (this.#mostBytes - this.#doneBytes))
    this.#change(coarser(this.#qp, (keyBytes + left) / free))
  }

  #change(qp: number): void {
    this.#encoder.close()
    this.#preset = this.#presetFor(qp)
    this.#encoder = new FrameEncoder({ ...this.#settings, preset: this.#preset, quality: qp })
    this.#qp = qp
    this.#made = []
    this.#recent = { bytes: 0, weight: 0 }
  }

  #sizeOf(times: Iterable<number>): Size {
    const sum = { leaning: 0, isNew: 0 }
    for (const pts of times) {
      const weight = this.#weight(pts)
      sum[this.#isNew(weight) ? 'isNew' : 'leaning'] += weight
    }
    return sum
  }

  #weight(pts: number): number {
    return this.#begun.has(pts) ? 0 : (this.#run.sizeIndex.get(pts) ?? 0)
  }

  #take(frames: readonly EncodedFrame[]): void {
    for (const videoFrame of frames) {
      this.#made.push(videoFrame)
      const isLarge = this.#made.length > 1 && bytesOf([videoFrame]) > NEW_SCENE_SHARE * bytesOf(this.#made.slice(0, 1))
      if (isLarge && !this.#isNew(this.#weight(videoFrame.pts)) && !this.#beginnings.has(videoFrame.pts)) {
        this.#begin(videoFrame.pts)
      }
      this.#remember(videoFrame)
    }
  }

  /** What frames that lean on others take lately, by what they took in the source. */
  #remember({ pts, nals }: EncodedFrame): void {
    const weight = this.#weight(pts)
    if (this.#made.length > 1 && weight > 0 && !this.#isNew(weight) && !this.#beginnings.has(pts)) {
      const bytes = nals.reduce((sum, nal) => sum + nal.length, 0)
      const needed = bytes * USUAL_BY_STEP.other ** (this.#asked.get(pts) ?? this.#qp)
      this.#recent = {
        bytes: CACHED_SHARE * this.#recent.bytes + needed,
        weight: CACHED_SHARE * this.#recent.weight + weight,
      }
    }
  }

  /** A frame shows something new that took its bytes in one of the next. */
  #begin(pts: number): void {
    const until = pts + SOON_SECONDS * this.#settings.timescale
    for (const [time, weight] of this.#run.sizeIndex) {
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

function bytesOf(frames: readonly EncodedFrame[]): number {
  return frames.reduce((sum, { nals }) => sum + nals.reduce((all, nal) => all + nal.length, 0), 0)
}

const total = ({ leaning, isNew }: Size): number => leaning + isNew

/** What becomes of that with a QP so many steps coarser. */
function resized({ keyBytes, otherBytes }: Expected, steps: number): number {
  return keyBytes * USUAL_BY_STEP.key ** -steps + otherBytes * USUAL_BY_STEP.other ** -steps
}

/** The QP that makes frames so many times smaller. */
function coarser(qp: number, times: number): number {
  const steps = Math.max(0, Math.ceil(Math.log(times) / Math.log(SMALLER_BY_STEP)))
  return Math.min(COARSEST_QP, qp + steps)
}

/** They are held until their trial is over, in case that they must be encoded again. */
function trialFrames(frame: Frame): number {
  return Math.max(LEAST_TRIAL_FRAMES, Math.min(MOST_TRIAL_FRAMES, mostHeldFrames(frame)))
}
