const FIRST_CAPACITY = 1024

/** What happens next comes out first; at the same moment, what was put in first. Twenty million go through it in a day. */
export class EventHeap<Event> {
  #times = new Float64Array(FIRST_CAPACITY)
  #orders = new Float64Array(FIRST_CAPACITY)
  #events: Event[] = []
  #size = 0
  #put = 0

  get size(): number {
    return this.#size
  }

  /** The time of what comes next; infinite when there is nothing. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0]!
  }

  get next(): Event | undefined {
    return this.#size === 0 ? undefined : this.#events[0]
  }

  put(time: number, event: Event): void {
    if (this.#size === this.#times.length) this.#grow()
    const order = this.#put++
    let at = this.#size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isBefore(parent, time, order)) break
      this.#move(parent, at)
      at = parent
    }
    this.#set(at, time, order, event)
  }

  take(): Event | undefined {
    if (this.#size === 0) return undefined
    const first = this.#events[0]
    const last = --this.#size
    const [time, order, event] = [this.#times[last]!, this.#orders[last]!, this.#events[last]!]
    this.#events.length = last
    if (last > 0) this.#sink(time, order, event)
    return first
  }

  #sink(time: number, order: number, event: Event): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#isBefore(child + 1, this.#times[child]!, this.#orders[child]!)) child += 1
      if (!this.#isBefore(child, time, order)) break
      this.#move(child, at)
      at = child
    }
    this.#set(at, time, order, event)
  }

  #isBefore(at: number, time: number, order: number): boolean {
    const own = this.#times[at]!
    return own < time || (own === time && this.#orders[at]! < order)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#times[from]!, this.#orders[from]!, this.#events[from]!)
  }

  #set(at: number, time: number, order: number, event: Event): void {
    this.#times[at] = time
    this.#orders[at] = order
    this.#events[at] = event
  }

  #grow(): void {
    const [times, orders] = [this.#times, this.#orders]
    this.#times = new Float64Array(2 * times.length)
    this.#orders = new Float64Array(2 * times.length)
    this.#times.set(times)
    this.#orders.set(orders)
  }
}
