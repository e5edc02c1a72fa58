import { stampedAudioAt } from './stamped-audio.ts'

/**
 * The tone of each channel in Hz, in the order left, right, centre, bass, back left, back right: the bass channel carries
 * deep tones only, and 3, 4 or 5 channels have no bass.
 */
export const channelTones: readonly number[] = [440, 587, 784, 60, 1047, 1319]

const toneAmplitude = 0.15
/** Quieter than alone, so that tone and stamp together stay inside of full scale. */
const stampShare = 0.6

/** The stamped audio with a channel's own tone on top. */
export function tonedAudioAt(sampleIndex: number, sampleRate: number, channel: number): number {
  const tone = Math.sin((2 * Math.PI * channelTones[channel]! * sampleIndex) / sampleRate)
  return stampShare * stampedAudioAt(sampleIndex, sampleRate) + toneAmplitude * tone
}

/** How loud each of the tones is in a channel, as a share of how loud it was made: 1 where it belongs, 0 elsewhere. */
export function toneShares(samples: Float32Array, sampleRate: number): number[] {
  return channelTones.map((frequency) => {
    let cosine = 0
    let sine = 0
    for (const [index, sample] of samples.entries()) {
      const phase = (2 * Math.PI * frequency * index) / sampleRate
      cosine += sample * Math.cos(phase)
      sine += sample * Math.sin(phase)
    }
    return (2 * Math.hypot(cosine, sine)) / samples.length / toneAmplitude
  })
}
