/**
 * Returns a generator of pseudo-random numbers from 0 to below 1. The same seed gives the same numbers, so a random
 * test can run again.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Seed of this run: KERF_TEST_SEED, or a new one. The caller prints it. */
export function seedOfRun(): number {
  return Number(process.env.KERF_TEST_SEED ?? Date.now() % 1_000_000)
}
