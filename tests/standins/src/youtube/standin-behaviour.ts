/** How the stand-in behaves towards every video; single videos misbehave by themselves (see videos.ts). */
export interface StandinBehaviour {
  /** Delay before every answer. */
  delayMilliseconds: number
  /** Bytes of the body after which the connection of every media answer ends; null: it does not end. */
  cutAfterBytes: number | null
  /** Whether media requests wait for their answer until this is false again. */
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

  /** Resolves once media is not stalled. */
  async waitWhileStalled(): Promise<void> {
    if (this.#current.stallMedia) await new Promise<void>((resolve) => this.#stalled.push(resolve))
  }

  #releaseStalled(): void {
    const releases = this.#stalled
    this.#stalled = []
    for (const release of releases) release()
  }
}
