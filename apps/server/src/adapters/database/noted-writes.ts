import type { Writes } from '../../ports.ts'

/** The tables, and pg-boss's, of which a statement that writes to them speaks; what a deletion takes along is listed as well. */
const SPOKEN_OF: Record<keyof Writes, RegExp> = {
  people: /\b(?:viewers|users|sessions|second_factors)\b/i,
  downloads: /\b(?:downloads|clips|job\w*|videos|batches|viewers|users)\b/i,
}
const ONLY_READS = /^\s*select\b/i

/**
 * Counts what is written to a database to which nobody writes but through here. Noted once it is written and before whoever
 * wrote it hears so: what was read under a count that still stands is what would be read now.
 */
export class NotedWrites {
  readonly #counts = { people: 0, downloads: 0 }
  readonly writes: Writes = { people: () => this.#counts.people, downloads: () => this.#counts.downloads }

  /** One statement, or all of a transaction's; also of those that failed, which may have failed after all was done. */
  note(statements: string): void {
    if (ONLY_READS.test(statements)) return
    for (const kind of ['people', 'downloads'] as const) if (SPOKEN_OF[kind].test(statements)) this.#counts[kind] += 1
  }
}
