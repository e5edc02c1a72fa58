import { toneShares } from '@kerf/stamped-media/audio/channel-tones'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { expect } from 'vitest'

type DecodedAudio = Pick<NonNullable<StampedReading['audio']>, 'sampleRate' | 'channels'>

const MOST_OFFSET_SECONDS = 0.001
/** A lossy codec cannot stop dead: a steep edge rings for a millisecond. */
const EDGE_SAMPLES = 48
/** Inaudible next to audio of ordinary loudness: the encoder's own rounding. */
const AUDIBLE_SHARE = 0.03

/** The stamped audio begins with this time, to a millisecond. */
export function expectAudioFrom({ sampleRate, channels }: DecodedAudio, seconds: number, what = ''): void {
  const offset = audioOffsetSeconds({ sampleRate, channels: fullRange(channels) }, seconds)
  expect(Math.abs(offset ?? Infinity), what).toBeLessThanOrEqual(MOST_OFFSET_SECONDS)
}

/** The clip's file has nothing audible before or after the audio that is played. */
export function expectSilenceBeside({ audio, hidden }: StampedReading): void {
  for (const [channel, played] of fullRange(audio!.channels).entries()) {
    const everything = fullRange(hidden.audio!)[channel]!
    const begin = placeOf(played, everything)
    const quietest = AUDIBLE_SHARE * Math.max(loudness(played), 0.01)
    expect(loudness(everything.subarray(0, Math.max(0, begin - EDGE_SAMPLES)))).toBeLessThan(quietest)
    expect(loudness(everything.subarray(begin + played.length + EDGE_SAMPLES))).toBeLessThan(quietest)
  }
}

/** All but the bass of 5.1: its deep tones have no exact time and ring on for a while. */
export function fullRange<T>(channels: readonly T[]): T[] {
  return channels.length === 6 ? channels.toSpliced(3, 1) : [...channels]
}

/** Every channel has only its own tone, at its original volume. */
export function expectOwnTones({ sampleRate, channels }: DecodedAudio): void {
  for (const [channel, samples] of channels.entries()) {
    const own = channels.map((_, tone) => (tone === channel ? 1 : 0))
    expectTones(toneShares(samples, sampleRate), own)
  }
}

/** The stamped audio has a little of everything, so that no tone is measured to the last per cent. */
export function expectTones(shares: readonly number[], wanted: readonly number[]): void {
  for (const [tone, share] of shares.entries()) {
    expect(Math.abs(share - wanted[tone]!), `tone ${tone}: ${share}`).toBeLessThan(0.12)
  }
}

export function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Where in everything that a file holds the part that is played begins. */
function placeOf(played: Float32Array, everything: Float32Array): number {
  for (let begin = 0; begin + played.length <= everything.length; begin++) {
    if (played.every((sample, index) => sample === everything[begin + index])) return begin
  }
  throw new Error('What is played is not what the file holds.')
}
