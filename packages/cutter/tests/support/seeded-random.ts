/**
 * What random videos and ranges of tests are made from. The same at every run of `npm test`, so that a red one is about what was
 * changed; `npm run test:hard` hunts with another one each time. A failure names it, and CUTTER_SEED brings it back.
 */
export const testSeed = Number(process.env.CUTTER_SEED ?? 20_261_121)

/** Numbers in [0, 1) that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
