const FIRST_ROOM = 1024

/** Numbers that are appended one by one, as many as a long clip has packets: eight bytes each, and no object. */
export class NumberList {
  #room = new Float64Array(FIRST_ROOM)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#room.length) {
      const larger = new Float64Array(2 * this.#room.length)
      larger.set(this.#room)
      this.#room = larger
    }
    this.#room[this.#length] = value
    this.#length += 1
  }

  /** What there is now; not a copy. */
  numbers(): Float64Array {
    return this.#room.subarray(0, this.#length)
  }
}
