import type { Samples } from '../../audio-codecs.ts'

/** Zero crossings of the filter on each side. */
const CROSSINGS = 32
/** Share of the lower rate's band that passes. The rest is for the slope of the filter. */
const PASS_SHARE = 0.96
/** Shape of the Kaiser window: about 90 dB between the bands. */
const KAISER_BETA = 9

/**
 * Changes the sample rate by a windowed sinc filter. Sample n of the output is at n / outputRate seconds of the input,
 * without a delay.
 */
export function resampler(inputRate: number, outputRate: number, channels: number) {
  const divisor = greatestDivisor(inputRate, outputRate)
  const phases = outputRate / divisor
  const step = inputRate / divisor
  const cutoff = Math.min(1, outputRate / inputRate) * PASS_SHARE
  const halfTaps = Math.ceil(CROSSINGS / cutoff)
  const filters = new Map<number, Float64Array>()
  /** Input samples from `bufferStart` on. */
  let buffer: Samples = Array.from({ length: channels }, () => new Float32Array(halfTaps))
  let bufferStart = -halfTaps
  let outputCount = 0

  const filterOf = (phase: number): Float64Array => {
    const filter = filters.get(phase) ?? sincFilter(phase / phases, halfTaps, cutoff)
    filters.set(phase, filter)
    return filter
  }

  const append = (samples: Samples): void => {
    buffer = buffer.map((plane, channel) => {
      const joined = new Float32Array(plane.length + samples[channel]!.length)
      joined.set(plane)
      joined.set(samples[channel]!, plane.length)
      return joined
    })
  }

  /** Makes the output whose input is there, at most up to `endOutput`. */
  const produce = (endOutput: number): Samples => {
    const inputEnd = bufferStart + buffer[0]!.length
    // The last output sample needs `halfTaps` input samples after it.
    const available = Math.floor(((inputEnd - halfTaps) * phases - 1) / step) + 1
    const end = Math.max(outputCount, Math.min(endOutput, available))
    const output = buffer.map(() => new Float32Array(end - outputCount))
    for (let at = outputCount; at < end; at++) {
      const position = at * step
      const filter = filterOf(position % phases)
      const first = Math.floor(position / phases) - halfTaps + 1 - bufferStart
      for (const [channel, plane] of buffer.entries()) {
        let sum = 0
        for (let tap = 0; tap < filter.length; tap++) sum += filter[tap]! * plane[first + tap]!
        output[channel]![at - outputCount] = sum
      }
    }
    outputCount = end
    const unused = Math.floor((outputCount * step) / phases) - halfTaps + 1 - bufferStart
    if (unused > 0) {
      buffer = buffer.map((plane) => plane.slice(unused))
      bufferStart += unused
    }
    return output
  }

  return {
    resample(samples: Samples): Samples {
      append(samples)
      return produce(Number.POSITIVE_INFINITY)
    },
    /** Gives the rest, so that the output is as long as the input. */
    flush(): Samples {
      const inputSamples = bufferStart + buffer[0]!.length
      append(buffer.map(() => new Float32Array(halfTaps + 1)))
      return produce(Math.round((inputSamples * phases) / step))
    },
  }
}

/** The taps around a position between two samples. Their sum is 1. */
function sincFilter(fraction: number, halfTaps: number, cutoff: number): Float64Array {
  const filter = Float64Array.from({ length: 2 * halfTaps }, (_, tap) => {
    const distance = tap - halfTaps + 1 - fraction
    const angle = Math.PI * distance * cutoff
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle
    const reach = distance / halfTaps
    return Math.abs(reach) >= 1 ? 0 : sinc * bessel(KAISER_BETA * Math.sqrt(1 - reach * reach))
  })
  const sum = filter.reduce((total, tap) => total + tap, 0)
  return filter.map((tap) => tap / sum)
}

/** The modified Bessel function of order zero, as a sum of its series. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let index = 1; term > sum * 1e-12; index++) {
    term *= (x / 2 / index) ** 2
    sum += term
  }
  return sum
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
