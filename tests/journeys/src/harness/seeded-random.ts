/** The same numbers for the same seed, from 0 to below 1: a random test that can be run again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** KERF_TEST_SEED, or a new seed; the caller prints it. */
export function seedOfRun(): number {
  return Number(process.env.KERF_TEST_SEED ?? Date.now() % 1_000_000)
}
