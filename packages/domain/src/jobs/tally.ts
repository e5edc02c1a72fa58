export class Tally {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1)
  }

  remove(name: string): void {
    const count = this.of(name) - 1
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}
