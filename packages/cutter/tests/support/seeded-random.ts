/**
 * Seed of the random videos and ranges of tests. `npm test` always uses the same seed, so that a failure comes from a
 * change. `npm run test:hard` uses another seed each time. A failure names its seed; CUTTER_SEED sets it again.
 */
export const testSeed = Number(process.env.CUTTER_SEED ?? 20_261_121)

/** Pseudorandom numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}
