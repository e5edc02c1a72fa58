import { offsetOfBestMatch, surroundingsOf } from './audio-match.ts'

/** Random values per second that the audio passes through. Most of its spectrum is below half of this, where every codec is exact. */
const nodesPerSecond = 4000
const amplitude = 0.7

/** Search distance to either side in seconds. */
const searchSeconds = 0.15

/** A fixed pseudo-random value from -1 to 1 for every whole number (an integer hash after Mueller). */
function nodeValue(node: number): number {
  let bits = Math.imul((node ^ (node >>> 16)) + 0x9e3779b9, 0x45d9f3b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  bits ^= bits >>> 16
  return bits / 2 ** 31
}

/**
 * The audio of every stamped file: a deterministic function of time whose position is unmistakable to well under 1 ms:
 * smoothed seeded noise, the same on all channels. `sampleIndex` may be fractional or negative.
 */
export function stampedAudioAt(sampleIndex: number, sampleRate: number): number {
  const position = (sampleIndex * nodesPerSecond) / sampleRate
  const node = Math.floor(position)
  const t = position - node
  // Cubic B-spline through four neighbours: smooth, and with hardly anything above the nodes' own band.
  const before = (1 - t) ** 3
  const left = 4 - 6 * t * t + 3 * t * t * t
  const right = 1 + 3 * t + 3 * t * t - 3 * t * t * t
  const after = t * t * t
  const sum =
    before * nodeValue(node - 1) + left * nodeValue(node) + right * nodeValue(node + 1) + after * nodeValue(node + 2)
  return (amplitude * sum) / 6
}

/**
 * How much later (positive) or earlier the audio is than it should be, in seconds, if its first sample should be the
 * source's audio at `expectedStartSeconds`. Uses at most the first two seconds of every channel; compare slices to
 * detect drift. Null when it matches nowhere within 0.15 s to either side, or when channels disagree by more than a
 * sample.
 */
export function audioOffsetSeconds(
  audio: { sampleRate: number; channels: Float32Array[] },
  expectedStartSeconds: number,
): number | null {
  const { sampleRate } = audio
  const expected = (sampleIndex: number) => stampedAudioAt(sampleIndex + expectedStartSeconds * sampleRate, sampleRate)
  const searchSamples = Math.round(searchSeconds * sampleRate)
  const compared = audio.channels.map((channel) => channel.subarray(0, 2 * sampleRate))
  const surroundings = surroundingsOf(Math.max(0, ...compared.map(({ length }) => length)), expected, searchSamples)
  let first: number | undefined
  for (const channel of compared) {
    // Another channel matches where the first one does, or the two lie apart.
    const offset = offsetOfBestMatch(channel, surroundings, searchSamples, first)
    if (offset === null || Math.abs(offset - (first ?? offset)) > 1) return null
    first ??= offset
  }
  return first === undefined ? null : first / sampleRate
}
