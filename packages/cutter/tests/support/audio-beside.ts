import type { StampedReading } from '@kerf/stamped-media/read-stamps'

/** A lossy codec cannot stop dead: a steep edge rings for a millisecond. */
const EDGE_SAMPLES = 48

/** How loud the audio of a clip is where it is played, and how loud what its file holds beside that, per channel. */
export function loudnessBeside({
  audio,
  hidden,
}: StampedReading): { played: number; before: number; behind: number }[] {
  return audio!.channels.map((heard, channel) => {
    const everything = hidden.audio![channel]!
    const begin = placeOf(heard, everything)
    return {
      played: loudness(heard),
      before: loudness(everything.subarray(0, Math.max(0, begin - EDGE_SAMPLES))),
      behind: loudness(everything.subarray(begin + heard.length + EDGE_SAMPLES)),
    }
  })
}

export function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Where in everything that a file holds the part that is played begins. */
function placeOf(heard: Float32Array, everything: Float32Array): number {
  const COMPARED = 200
  const middle = heard.length >> 1
  const pattern = heard.subarray(middle, middle + COMPARED)
  for (let begin = 0; begin + heard.length <= everything.length; begin++) {
    if (pattern.every((sample, index) => sample === everything[begin + middle + index])) return begin
  }
  throw new Error('What is played is not what the file holds.')
}
