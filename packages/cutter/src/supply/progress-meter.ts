import type { PlanFacts } from '../api/cut-plan.ts'
import type { CutProgress } from '../api/receipt.ts'

/** How long each kind of work takes, roughly, in seconds; only their proportions matter. */
const SECONDS_PER_BYTE = 1 / 6e6
const SECONDS_PER_ENCODED_PIXEL = 1 / 150e6
const SECONDS_PER_SECOND_OF_AUDIO = 1 / 60
/** Never done before the file is. */
const UNTIL_WRITTEN = 0.99

/** Adds up what a cut has done to one metric that never falls. */
export class CutProgressMeter {
  readonly #report: (progress: CutProgress) => void
  readonly #bytes: { total: number; done: number; weight: number }
  readonly #frames: { total: number; done: number; weight: number }
  readonly #audio: { done: number; weight: number }
  #last = 0

  constructor(plan: PlanFacts, report: ((progress: CutProgress) => void) | undefined) {
    this.#report = report ?? (() => {})
    const bytes = plan.neededBytes ?? 0
    // Where bytes are not known beforehand, frames are counted, also those that are copied.
    const isCounted = plan.container === 'webm'
    const pieces = plan.video?.pieces.filter(({ how }) => isCounted || how === 'encode') ?? []
    const frames = pieces.reduce((sum, piece) => sum + piece.frames, 0)
    const pixels = frames * (plan.video?.width ?? 0) * (plan.video?.height ?? 0)
    const audioSeconds = plan.audio?.how === 'encoded' ? plan.clip.durationSeconds : 0
    this.#bytes = { total: bytes, done: 0, weight: bytes * SECONDS_PER_BYTE }
    this.#frames = { total: frames, done: 0, weight: pixels * SECONDS_PER_ENCODED_PIXEL }
    this.#audio = { done: 0, weight: audioSeconds * SECONDS_PER_SECOND_OF_AUDIO }
  }

  addFetched(bytes: number): void {
    this.#bytes.done += bytes
    this.#tell('reading')
  }

  addFrame(): void {
    this.#frames.done += 1
    this.#tell('encoding')
  }

  /** @param share of the audio that is ready, 0..1 */
  addAudio(share: number): void {
    this.#audio.done = share
    this.#tell('encoding')
  }

  finish(): void {
    this.#last = 1
    this.#report({ done: 1, stage: 'writing' })
  }

  #tell(stage: CutProgress['stage']): void {
    const parts = [
      { share: this.#bytes.done / Math.max(1, this.#bytes.total), weight: this.#bytes.weight },
      { share: this.#frames.done / Math.max(1, this.#frames.total), weight: this.#frames.weight },
      { share: this.#audio.done, weight: this.#audio.weight },
    ]
    const whole = parts.reduce((sum, { weight }) => sum + weight, 0)
    const done = parts.reduce((sum, { share, weight }) => sum + Math.min(1, share) * weight, 0)
    const figure = Math.min(UNTIL_WRITTEN, whole > 0 ? done / whole : 0)
    if (figure > this.#last) {
      this.#last = figure
      this.#report({ done: figure, stage })
    }
  }
}
