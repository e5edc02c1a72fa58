import { offsetOfBestMatch, surroundingsOf } from './audio-match.ts'

/**
 * Random values per second that the audio interpolates. Most of its spectrum is below half of this, where codecs are
 * exact.
 */
const nodesPerSecond = 4000
const amplitude = 0.7

/** Search distance to either side, in seconds. */
const searchSeconds = 0.15

/** Pseudo-random value from -1 to 1 for an integer (an integer hash after Mueller). */
function nodeValue(node: number): number {
  let bits = Math.imul((node ^ (node >>> 16)) + 0x9e3779b9, 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  bits ^= bits >>> 16
  return bits / 2 ** 31
}

/**
 * Audio of every stamped file: smoothed seeded noise as a deterministic function of time, the same on all channels. A
 * short part of it has only one possible position, to well under 1 ms. `sampleIndex` may be fractional or negative.
 */
export function stampedAudioAt(sampleIndex: number, sampleRate: number): number {
  const position = (sampleIndex * nodesPerSecond) / sampleRate
  const node = Math.floor(position)
  const t = position - node
  // Cubic B-spline through four neighbours: smooth, and with almost no energy above the nodes' own band.
  const before = (1 - t) ** 3
  const left = 4 - 6 * t * t + 3 * t * t * t
  const right = 1 + 3 * t + 3 * t * t - 3 * t * t * t
  const after = t * t * t
  const sum =
    before * nodeValue(node - 1) + left * nodeValue(node) + right * nodeValue(node + 1) + after * nodeValue(node + 2)
  return (amplitude * sum) / 6
}

/**
 * Delay of audio in seconds (positive: too late) against stamped audio that begins at `expectedStartSeconds`. Compares
 * at most the first two seconds of every channel; compare several slices to detect drift. Null if no offset within 0.15
 * s matches, or if channels differ by more than one sample.
 */
export function audioOffsetSeconds(
  audio: { sampleRate: number; channels: Float32Array[] },
  expectedStartSeconds: number,
): number | null {
  const { sampleRate } = audio
  const expectedSample = (sampleIndex: number) =>
    stampedAudioAt(sampleIndex + expectedStartSeconds * sampleRate, sampleRate)
  const searchSamples = Math.round(searchSeconds * sampleRate)
  const channels = audio.channels.map((channel) => channel.subarray(0, 2 * sampleRate))
  const surroundings = surroundingsOf(
    Math.max(0, ...channels.map(({ length }) => length)),
    expectedSample,
    searchSamples,
  )
  let firstOffset: number | undefined
  for (const channel of channels) {
    // Other channels are searched near the first one only, since they must have the same offset.
    const offset = offsetOfBestMatch(channel, surroundings, searchSamples, firstOffset)
    if (offset === null || Math.abs(offset - (firstOffset ?? offset)) > 1) return null
    firstOffset ??= offset
  }
  return firstOffset === undefined ? null : firstOffset / sampleRate
}
