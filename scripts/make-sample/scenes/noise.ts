/** Numbers from 0 to 1, the same on every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A fixed value from -1 to 1 for every whole number. */
function latticeValue(seed: number, position: number): number {
  return seededRandom(Math.imul(position, 374_761_393) + seed * 668_265_263)() * 2 - 1
}

/** A smooth line that wanders between -1 and 1 with about one bend a unit. */
function smoothNoise(seed: number, position: number): number {
  const left = Math.floor(position)
  const share = position - left
  const eased = share * share * (3 - 2 * share)
  return latticeValue(seed, left) * (1 - eased) + latticeValue(seed, left + 1) * eased
}

/** Hills on hills: smooth noise with ever finer noise on it; `roughness` is what each finer one keeps of the one before. */
export function layeredNoise(seed: number, position: number, layers: number, roughness: number): number {
  let sum = 0
  let share = 1
  for (let layer = 0; layer < layers; layer++) {
    sum += share * smoothNoise(seed + layer, position * 2.1 ** layer)
    share *= roughness
  }
  return sum
}
