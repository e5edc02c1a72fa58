import { describe, expect, it } from 'vitest'
import { soundOffsetSeconds, stampedSoundAt } from './stamped-sound.ts'

const sampleRate = 44100

/** Two channels of the source's sound from `startSeconds` on. */
function excerpt(startSeconds: number, seconds: number): { sampleRate: number; channels: Float32Array[] } {
  const channel = Float32Array.from({ length: seconds * sampleRate }, (_, index) =>
    stampedSoundAt(index + startSeconds * sampleRate, sampleRate),
  )
  return { sampleRate, channels: [channel, channel.slice()] }
}

describe('soundOffsetSeconds', () => {
  it('finds sound that lies where it should at offset zero', () => {
    expect(soundOffsetSeconds(excerpt(3661.5, 1), 3661.5)).toBeCloseTo(0, 7)
  })

  it.each([0.0231, -0.0231, 0.000_005, -0.1499, 0.12])('measures sound that is %s s late to a microsecond', (late) => {
    expect(soundOffsetSeconds(excerpt(20 - late, 1), 20)).toBeCloseTo(late, 6)
  })

  it('judges as little as a tenth of a second', () => {
    expect(soundOffsetSeconds(excerpt(7.03, 0.1), 7)).toBeCloseTo(-0.03, 5)
  })

  it('is not misled by noise half as loud as the sound', () => {
    const sound = excerpt(5.01, 1)
    for (const channel of sound.channels) {
      channel.forEach((value, index) => {
        channel[index] = value + 0.5 * stampedSoundAt(index * 1.7 + 1e6, sampleRate)
      })
    }
    expect(soundOffsetSeconds(sound, 5)).toBeCloseTo(-0.01, 4)
  })

  it('finds nothing in silence, in other sound and in sound too far away', () => {
    const silence = { sampleRate, channels: [new Float32Array(sampleRate)] }
    expect(soundOffsetSeconds(silence, 5)).toBeNull()
    expect(soundOffsetSeconds(excerpt(9, 1), 5)).toBeNull()
    expect(soundOffsetSeconds(excerpt(5.2, 1), 5)).toBeNull()
  })

  it('does not accept channels that lie apart', () => {
    const sound = { sampleRate, channels: [excerpt(5, 1).channels[0]!, excerpt(5.001, 1).channels[0]!] }
    expect(soundOffsetSeconds(sound, 5)).toBeNull()
  })

  it('has no answer without a channel', () => {
    expect(soundOffsetSeconds({ sampleRate, channels: [] }, 0)).toBeNull()
  })
})

describe('stampedSoundAt', () => {
  it('is the same function of time at every sample rate', () => {
    expect(stampedSoundAt(44100 * 12.5, 44100)).toBeCloseTo(stampedSoundAt(8000 * 12.5, 8000), 12)
  })

  it('stays below full scale', () => {
    const loudest = excerpt(0, 10).channels[0]!.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(loudest).toBeLessThan(0.8)
    expect(loudest).toBeGreaterThan(0.3)
  })
})
