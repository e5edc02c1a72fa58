/** How the stand-in behaves towards every video; single videos misbehave by themselves (see videos.ts). */
export interface StandinBehaviour {
  /** Wait this long before every answer. */
  delayMilliseconds: number
  /** Cut the connection of every media answer after this many bytes of its body. */
  cutAfterBytes: number | null
  /** Media requests are taken and not answered until this is false again. */
  stallMedia: boolean
}

const ORDINARY_BEHAVIOUR: Readonly<StandinBehaviour> = {
  delayMilliseconds: 0,
  cutAfterBytes: null,
  stallMedia: false,
}

/** The current behaviour, and a way to wait until media is sent again. */
export class BehaviourSwitch {
  #current: StandinBehaviour = { ...ORDINARY_BEHAVIOUR }
  #stalled: (() => void)[] = []

  get current(): Readonly<StandinBehaviour> {
    return this.#current
  }

  change(change: Partial<StandinBehaviour>): void {
    this.#current = { ...this.#current, ...change }
    if (!this.#current.stallMedia) this.#releaseStalled()
  }

  reset(): void {
    this.change(ORDINARY_BEHAVIOUR)
  }

  /** Resolves at once, or when media are no longer stalled. */
  async mediaMayFlow(): Promise<void> {
    if (this.#current.stallMedia) await new Promise<void>((resolve) => this.#stalled.push(resolve))
  }

  #releaseStalled(): void {
    const released = this.#stalled
    this.#stalled = []
    for (const release of released) release()
  }
}
