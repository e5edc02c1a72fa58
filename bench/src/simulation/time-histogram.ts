/** Two of a hundred apart: a quantile is at most so wrong. */
const GROWTH = 1.02
const SHORTEST_SECONDS = 0.001
const BINS = 1200

/** Millions of times in a few kilobytes: how many fell between so and so long. */
export class TimeHistogram {
  readonly #bins = new Float64Array(BINS)
  #count = 0
  #sum = 0
  #longest = 0

  get count(): number {
    return this.#count
  }

  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count
  }

  get longest(): number {
    return this.#longest
  }

  note(seconds: number): void {
    const bin = seconds < SHORTEST_SECONDS ? 0 : 1 + Math.floor(Math.log(seconds / SHORTEST_SECONDS) / Math.log(GROWTH))
    this.#bins[Math.min(bin, BINS - 1)]! += 1
    this.#count += 1
    this.#sum += seconds
    if (seconds > this.#longest) this.#longest = seconds
  }

  /** The time within which this part of all were, 0 to 1; 0 when there were none or they were too short to tell. */
  quantile(part: number): number {
    let left = part * this.#count
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin]!
      if (left <= 0) return bin === 0 ? 0 : Math.min(SHORTEST_SECONDS * GROWTH ** bin, this.#longest)
    }
    return this.#longest
  }
}
