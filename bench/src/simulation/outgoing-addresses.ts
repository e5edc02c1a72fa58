/**
 * How many lookups a region's addresses may still make: as many as the source allows them in an hour, coming back evenly, a minute's
 * worth at a time. Taken together, as though lookups were shared out evenly among them.
 */
export class OutgoingAddresses {
  readonly #perSecond: number
  readonly #most: number
  #left: number
  #seenAt = 0

  constructor(addresses: number, perAddressHour: number) {
    this.#perSecond = (addresses * perAddressHour) / 3600
    this.#most = this.#perSecond * 60
    this.#left = this.#most
  }

  /** Whether one more may be made now. */
  take(now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + (now - this.#seenAt) * this.#perSecond)
    this.#seenAt = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
