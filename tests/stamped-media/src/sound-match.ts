/** A correlation below this is chance, not a match. */
const leastCorrelation = 0.5

/** Steps of the coarse search in samples: short against the signal's own wavelengths at any usual sample rate. */
function coarseStep(searchSamples: number): number {
  return Math.max(1, Math.floor(searchSamples / 1500))
}

/**
 * By how many samples (a fraction, positive for later) `signal` lies behind `expected`, searched within
 * `searchSamples` to either side by normalised cross-correlation. Null when no place matches.
 */
export function offsetOfBestMatch(
  signal: Float32Array,
  expected: (sampleIndex: number) => number,
  searchSamples: number,
): number | null {
  const step = coarseStep(searchSamples)
  const reference = Float32Array.from({ length: signal.length + 2 * searchSamples + 1 }, (_, index) =>
    expected(index - searchSamples),
  )
  // The start is enough to find the place roughly; the whole signal then tells it exactly, or that it was chance.
  const beginning = signal.subarray(0, 3 * searchSamples)
  const roughly = (offset: number) => correlation(beginning, reference, searchSamples - offset, step)
  const exactly = (offset: number) => correlation(signal, reference, searchSamples - offset, 1)

  const rough = bestOf(-searchSamples, searchSamples, step, roughly)
  const best = bestOf(Math.max(rough - 2 * step, -searchSamples), Math.min(rough + 2 * step, searchSamples), 1, exactly)
  const peak = exactly(best)
  if (!(peak >= leastCorrelation)) return null
  if (Math.abs(best) === searchSamples) return best
  return best + summit(exactly(best - 1), peak, exactly(best + 1))
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

/** Pearson's correlation of every `stride`-th sample, without the means (sound has none); NaN for silence. */
function correlation(signal: Float32Array, reference: Float32Array, start: number, stride: number): number {
  let product = 0
  let signalPower = 0
  let referencePower = 0
  for (let index = 0; index < signal.length; index += stride) {
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
