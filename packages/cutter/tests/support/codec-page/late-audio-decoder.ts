export type Lateness = 'one chunk later' | 'late once'

const LATE_MILLISECONDS = 400
const LATE_OUTPUT = 10

/** Runs with a decoder of the browser that gives its audio late: always after the next chunk, as WebKit's does, or once. */
export async function withLateAudio<Result>(lateness: Lateness, run: () => Promise<Result>): Promise<Result> {
  const Original = globalThis.AudioDecoder
  globalThis.AudioDecoder = lateness === 'one chunk later' ? laterDecoder(Original) : onceLateDecoder(Original)
  try {
    return await run()
  } finally {
    globalThis.AudioDecoder = Original
  }
}

function laterDecoder(Original: typeof AudioDecoder): typeof AudioDecoder {
  return class extends Original {
    readonly #giveHeld: () => void
    constructor({ output, error }: AudioDecoderInit) {
      let held: AudioData | null = null
      const give = (next: AudioData | null) => {
        if (held) output(held)
        held = next
      }
      super({ output: give, error })
      this.#giveHeld = () => give(null)
    }
    override async flush() {
      await super.flush()
      this.#giveHeld()
    }
  }
}

function onceLateDecoder(Original: typeof AudioDecoder): typeof AudioDecoder {
  return class extends Original {
    readonly #lateOutput: () => Promise<void> | null
    constructor({ output, error }: AudioDecoderInit) {
      let count = 0
      let late: Promise<void> | null = null
      const give = (data: AudioData) => {
        count += 1
        if (count !== LATE_OUTPUT) return output(data)
        late = new Promise<void>((resolve) => setTimeout(resolve, LATE_MILLISECONDS)).then(() => output(data))
      }
      super({ output: give, error })
      this.#lateOutput = () => late
    }
    override async flush() {
      await super.flush()
      await this.#lateOutput()
    }
  }
}
