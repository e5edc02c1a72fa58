import type { AudioBlock } from '../codec/decode-audio.ts'

/** The loudest sample of each stretch of a part of a timeline. */
export class PeakCollector {
  readonly #samplesPerPeak: number
  readonly #firstPeak: number
  readonly #loudest: Float32Array

  constructor(sampleRate: number, peaksPerSecond: number, part: { startTime: number; endTime: number }) {
    this.#samplesPerPeak = sampleRate / peaksPerSecond
    this.#firstPeak = Math.floor(part.startTime * peaksPerSecond)
    this.#loudest = new Float32Array(Math.ceil(part.endTime * peaksPerSecond) - this.#firstPeak)
  }

  /** What lies before the part or behind it does not count. */
  add({ startSample, channels }: AudioBlock): void {
    for (const samples of channels) {
      for (let index = 0; index < samples.length; index++) {
        const peak = Math.floor((startSample + index) / this.#samplesPerPeak) - this.#firstPeak
        const loudness = Math.abs(samples[index]!)
        if (loudness > this.#loudest[peak]!) {
          this.#loudest[peak] = loudness
        }
      }
    }
  }

  /** In percent of full scale. */
  percents(): number[] {
    return Array.from(this.#loudest, (value) => Math.min(100, Math.round(100 * value)))
  }
}
