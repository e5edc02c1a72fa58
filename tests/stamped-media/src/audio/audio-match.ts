/** A correlation below this is chance, not a match. */
const leastCorrelation = 0.5
/** One from here on is the match: what is expected is like itself nowhere else, so nothing else can be as like the signal. */
const certainCorrelation = 0.9

/** Steps of the coarse search in samples: short against the signal's own wavelengths at any usual sample rate. */
function coarseStep(searchSamples: number): number {
  return Math.max(1, Math.floor(searchSamples / 1100))
}

/** The span in which a signal of this length is searched for: `expected` with a margin before its start and after its end. */
export function surroundingsOf(
  length: number,
  expected: (sampleIndex: number) => number,
  searchSamples: number,
): Float32Array {
  const samples = new Float32Array(length + 2 * searchSamples + 1)
  for (let index = 0; index < samples.length; index++) samples[index] = expected(index - searchSamples)
  return samples
}

/**
 * The delay of `signal` against the expected audio, in samples (fractional; positive: later). The search covers
 * `searchSamples` to either side, by normalised cross-correlation; only around `near`, if that is known. Null if no
 * place matches.
 */
export function offsetOfBestMatch(
  signal: Float32Array,
  surroundings: Float32Array,
  searchSamples: number,
  near?: number,
): number | null {
  const step = coarseStep(searchSamples)
  const exactly = (offset: number) => correlation(signal, surroundings, searchSamples - offset)

  const here = certainMatch(exactly, Math.round(near ?? 0), searchSamples)
  const rough = () => (near === undefined ? roughOffset(signal, surroundings, searchSamples) : Math.round(near))
  const around = (place: number) =>
    bestOf(Math.max(place - 2 * step, -searchSamples), Math.min(place + 2 * step, searchSamples), 1, exactly)
  const best = here ?? around(rough())
  const peak = exactly(best)
  if (!(peak >= leastCorrelation)) return null
  if (Math.abs(best) === searchSamples) return best
  return best + summit(exactly(best - 1), peak, exactly(best + 1))
}

/** Most signals lie where they should: up from there, if that is the slope of the one summit that is high enough. */
function certainMatch(exactly: (offset: number) => number, start: number, searchSamples: number): number | null {
  let best = start
  let bestScore = exactly(best)
  if (!(bestScore >= certainCorrelation)) return null
  for (const direction of [-1, 1]) {
    while (Math.abs(best) < searchSamples) {
      const score = exactly(best + direction)
      if (score <= bestScore) break
      best += direction
      bestScore = score
    }
  }
  return best
}

/** Every few samples of the start give the rough place; the whole signal then gives the exact one, or shows that there is no match. */
function roughOffset(signal: Float32Array, surroundings: Float32Array, searchSamples: number): number {
  const step = coarseStep(searchSamples)
  const beginning = everyNth(signal.subarray(0, 3 * searchSamples), step, 0)
  const latest = Math.floor((2 * searchSamples) / step)
  const places = everyNth(surroundings, step, (2 * searchSamples) % step)
  const powerBefore = new Float64Array(places.length + 1)
  for (let index = 0; index < places.length; index++) powerBefore[index + 1] = powerBefore[index]! + places[index]! ** 2

  const scoreAt = (offset: number) => {
    const start = latest - (offset + searchSamples) / step
    let product = 0
    for (let index = 0; index < beginning.length; index++) product += beginning[index]! * places[start + index]!
    return product / Math.sqrt(powerBefore[start + beginning.length]! - powerBefore[start]!)
  }
  return bestOf(-searchSamples, searchSamples, step, scoreAt)
}

function everyNth(samples: Float32Array, step: number, first: number): Float32Array {
  const cached = new Float32Array(Math.ceil((samples.length - first) / step))
  for (let index = 0; index < cached.length; index++) cached[index] = samples[first + index * step]!
  return cached
}

function bestOf(from: number, to: number, step: number, scoreAt: (offset: number) => number): number {
  let best = from
  let bestScore = -Infinity
  for (let offset = from; offset <= to; offset += step) {
    const score = scoreAt(offset)
    if (score > bestScore) {
      best = offset
      bestScore = score
    }
  }
  return best
}

/** Pearson's correlation, without the means (audio has none); NaN for silence. */
function correlation(signal: Float32Array, reference: Float32Array, start: number): number {
  let product = 0
  let signalPower = 0
  let referencePower = 0
  for (let index = 0; index < signal.length; index++) {
    const a = signal[index]!
    const b = reference[start + index]!
    product += a * b
    signalPower += a * a
    referencePower += b * b
  }
  return product / Math.sqrt(signalPower * referencePower)
}

/** Where the parabola through three neighbouring values has its top, relative to the middle one. */
function summit(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  return bend === 0 ? 0 : (before - after) / (2 * bend)
}
