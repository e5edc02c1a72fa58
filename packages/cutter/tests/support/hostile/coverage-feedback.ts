import { Session } from 'node:inspector/promises'

/** Tells which blocks of our own code ran for the first time, by V8's own counters. */
export class CoverageFeedback {
  readonly #session = new Session()
  readonly #seen = new Set<string>()
  readonly #folder: string

  /** @param folder a part of the path of the code to measure */
  constructor(folder: string) {
    this.#folder = folder
  }

  get blocks(): number {
    return this.#seen.size
  }

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** How many blocks ran since the last time that never did before. */
  async newBlocks(): Promise<number> {
    const before = this.#seen.size
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      if (url.includes(this.#folder) && !url.includes('/tests/')) {
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            if (count > 0) this.#seen.add(`${url} ${startOffset} ${endOffset}`)
          }
        }
      }
    }
    return this.#seen.size - before
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }
}
