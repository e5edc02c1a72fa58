/** Correlation below which a match is chance. */
const minCorrelation = 0.5
/** Correlation from which a match is certain: the expected audio resembles itself at no other offset. */
const certainCorrelation = 0.9

/** Step of the coarse search in samples. It is short compared with the signal's wavelengths at usual sample rates. */
function coarseStep(searchSamples: number): number {
  return Math.max(1, Math.floor(searchSamples / 1100))
}

/** The expected audio in which a signal of this length is searched, with `searchSamples` before and after it. */
export function surroundingsOf(
  length: number,
  expectedSample: (sampleIndex: number) => number,
  searchSamples: number,
): Float32Array {
  const samples = new Float32Array(length + 2 * searchSamples + 1)
  for (let index = 0; index < samples.length; index++) samples[index] = expectedSample(index - searchSamples)
  return samples
}

/**
 * Delay of `signal` against the expected audio, in samples (fractional; positive: later). Searches `searchSamples` to
 * either side by normalised cross-correlation, or only around `near`. Null if no offset matches.
 */
export function offsetOfBestMatch(
  signal: Float32Array,
  surroundings: Float32Array,
  searchSamples: number,
  near?: number,
): number | null {
  const step = coarseStep(searchSamples)
  const scoreAt = (offset: number) => correlation(signal, surroundings, searchSamples - offset)

  const certainOffset = certainMatch(scoreAt, Math.round(near ?? 0), searchSamples)
  const findRoughOffset = () =>
    near === undefined ? roughOffset(signal, surroundings, searchSamples) : Math.round(near)
  const refine = (offset: number) =>
    offsetOfBestScore(
      Math.max(offset - 2 * step, -searchSamples),
      Math.min(offset + 2 * step, searchSamples),
      1,
      scoreAt,
    )
  const bestOffset = certainOffset ?? refine(findRoughOffset())
  const peak = scoreAt(bestOffset)
  if (!(peak >= minCorrelation)) return null
  if (Math.abs(bestOffset) === searchSamples) return bestOffset
  return bestOffset + peakPosition(scoreAt(bestOffset - 1), peak, scoreAt(bestOffset + 1))
}

/**
 * The local maximum near `start` if the match there is certain. Most signals have almost no offset, so this is fast.
 */
function certainMatch(scoreAt: (offset: number) => number, start: number, searchSamples: number): number | null {
  let bestStart = start
  let bestScore = scoreAt(bestStart)
  if (!(bestScore >= certainCorrelation)) return null
  for (const direction of [-1, 1]) {
    while (Math.abs(bestStart) < searchSamples) {
      const score = scoreAt(bestStart + direction)
      if (score <= bestScore) break
      bestStart += direction
      bestScore = score
    }
  }
  return bestStart
}

/** Approximate offset, from every few samples of the beginning. The caller refines and verifies it. */
function roughOffset(signal: Float32Array, surroundings: Float32Array, searchSamples: number): number {
  const step = coarseStep(searchSamples)
  const beginning = everyNth(signal.subarray(0, 3 * searchSamples), step, 0)
  const latestStep = Math.floor((2 * searchSamples) / step)
  const coarseSurroundings = everyNth(surroundings, step, (2 * searchSamples) % step)
  const powerBefore = new Float64Array(coarseSurroundings.length + 1)
  for (let index = 0; index < coarseSurroundings.length; index++)
    powerBefore[index + 1] = powerBefore[index]! + coarseSurroundings[index]! ** 2

  const scoreAt = (offset: number) => {
    const start = latestStep - (offset + searchSamples) / step
    let dotProduct = 0
    for (let index = 0; index < beginning.length; index++)
      dotProduct += beginning[index]! * coarseSurroundings[start + index]!
    return dotProduct / Math.sqrt(powerBefore[start + beginning.length]! - powerBefore[start]!)
  }
  return offsetOfBestScore(-searchSamples, searchSamples, step, scoreAt)
}

function everyNth(samples: Float32Array, step: number, offset: number): Float32Array {
  const pickedSamples = new Float32Array(Math.ceil((samples.length - offset) / step))
  for (let index = 0; index < pickedSamples.length; index++) pickedSamples[index] = samples[offset + index * step]!
  return pickedSamples
}

function offsetOfBestScore(from: number, to: number, step: number, scoreAt: (offset: number) => number): number {
  let bestOffset = from
  let bestScore = -Infinity
  for (let offset = from; offset <= to; offset += step) {
    const score = scoreAt(offset)
    if (score > bestScore) {
      bestOffset = offset
      bestScore = score
    }
  }
  return bestOffset
}

/** Correlation coefficient without subtracting means, which are zero for audio. NaN for silence. */
function correlation(signal: Float32Array, reference: Float32Array, start: number): number {
  let dotProduct = 0
  let signalPower = 0
  let referencePower = 0
  for (let index = 0; index < signal.length; index++) {
    const a = signal[index]!
    const b = reference[start + index]!
    dotProduct += a * b
    signalPower += a * a
    referencePower += b * b
  }
  return dotProduct / Math.sqrt(signalPower * referencePower)
}

/** Position of the maximum of the parabola through three neighbouring values, in steps from the middle one. */
function peakPosition(left: number, middleValue: number, rightValue: number): number {
  const bend = left - 2 * middleValue + rightValue
  return bend === 0 ? 0 : (left - rightValue) / (2 * bend)
}
