import { stampedAudioAt } from './stamped-audio.ts'

/**
 * Tone of each channel in Hz, in the order left, right, centre, LFE, back left, back right. The LFE channel has low
 * frequencies only. Layouts of 3, 4 or 5 channels have no LFE.
 */
export const channelTones: readonly number[] = [440, 587, 784, 60, 1047, 1319]

const toneAmplitude = 0.15
/** Amplitude of the stamped audio, so that its sum with the tone stays below full scale. */
const stampShare = 0.6

/** Stamped audio plus the tone of a channel. */
export function tonedAudioAt(sampleIndex: number, sampleRate: number, channel: number): number {
  const tone = Math.sin((2 * Math.PI * channelTones[channel]! * sampleIndex) / sampleRate)
  return stampShare * stampedAudioAt(sampleIndex, sampleRate) + toneAmplitude * tone
}

/** Level of each tone in a channel, relative to its original level: 1 in its own channel, 0 in others. */
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
