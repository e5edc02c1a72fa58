import { describe, expect, it } from 'vitest'
import { audioOffsetSeconds, stampedAudioAt } from './stamped-audio.ts'

const sampleRate = 44100

/** Two channels of the stamped audio from `startSeconds` on. */
function excerpt(startSeconds: number, seconds: number): { sampleRate: number; channels: Float32Array[] } {
  const channel = Float32Array.from({ length: seconds * sampleRate }, (_, index) =>
    stampedAudioAt(index + startSeconds * sampleRate, sampleRate),
  )
  return { sampleRate, channels: [channel, channel.slice()] }
}

describe('audioOffsetSeconds', () => {
  it('is zero for audio in its expected place', () => {
    expect(audioOffsetSeconds(excerpt(3661.5, 1), 3661.5)).toBeCloseTo(0, 7)
  })

  it.each([0.0231, -0.0231, 0.000_005, -0.1499, 0.12])('measures audio that is %s s late to a microsecond', (late) => {
    expect(audioOffsetSeconds(excerpt(20 - late, 1), 20)).toBeCloseTo(late, 6)
  })

  it('works on a tenth of a second', () => {
    expect(audioOffsetSeconds(excerpt(7.03, 0.1), 7)).toBeCloseTo(-0.03, 5)
  })

  it('is not misled by noise half as loud as the audio', () => {
    const audio = excerpt(5.01, 1)
    for (const channel of audio.channels) {
      channel.forEach((value, index) => {
        channel[index] = value + 0.5 * stampedAudioAt(index * 1.7 + 1e6, sampleRate)
      })
    }
    expect(audioOffsetSeconds(audio, 5)).toBeCloseTo(-0.01, 4)
  })

  it('finds nothing in silence, in other audio, or in audio that is too far away', () => {
    const silence = { sampleRate, channels: [new Float32Array(sampleRate)] }
    expect(audioOffsetSeconds(silence, 5)).toBeNull()
    expect(audioOffsetSeconds(excerpt(9, 1), 5)).toBeNull()
    expect(audioOffsetSeconds(excerpt(5.2, 1), 5)).toBeNull()
  })

  it('does not accept channels that are out of sync', () => {
    const audio = { sampleRate, channels: [excerpt(5, 1).channels[0]!, excerpt(5.001, 1).channels[0]!] }
    expect(audioOffsetSeconds(audio, 5)).toBeNull()
  })

  it('has no answer without a channel', () => {
    expect(audioOffsetSeconds({ sampleRate, channels: [] }, 0)).toBeNull()
  })
})

describe('stampedAudioAt', () => {
  it('is the same function of time at every sample rate', () => {
    expect(stampedAudioAt(44100 * 12.5, 44100)).toBeCloseTo(stampedAudioAt(8000 * 12.5, 8000), 12)
  })

  it('stays below full scale', () => {
    const loudestValue = excerpt(0, 10).channels[0]!.reduce(
      (peakValue, value) => Math.max(peakValue, Math.abs(value)),
      0,
    )
    expect(loudestValue).toBeLessThan(0.8)
    expect(loudestValue).toBeGreaterThan(0.3)
  })
})
