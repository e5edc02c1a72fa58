import { toneShares } from '@kerf/stamped-media/audio/channel-tones'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import type { StampedReading } from '@kerf/stamped-media/read-stamps'
import { expect } from 'vitest'

type DecodedAudio = Pick<NonNullable<StampedReading['audio']>, 'sampleRate' | 'channels'>

const MAX_OFFSET_SECONDS = 0.001
/** Samples of ringing that a lossy codec leaves at a hard edge: 1 ms at 48 kHz. */
const EDGE_SAMPLES = 48
/** Loudness as a share of the played audio; below it, audio counts as rounding of the encoder. */
const AUDIBLE_SHARE = 0.03

/** Expects that the stamped audio begins with this time, to a millisecond. */
export function expectAudioFrom({ sampleRate, channels }: DecodedAudio, seconds: number, label = ''): void {
  const offset = audioOffsetSeconds({ sampleRate, channels: fullRange(channels) }, seconds)
  expect(Math.abs(offset ?? Infinity), label).toBeLessThanOrEqual(MAX_OFFSET_SECONDS)
}

/** Expects that the file contains nothing audible before or after the played audio. */
export function expectSilenceAround({ audio, hidden }: StampedReading): void {
  for (const [channel, playedSamples] of fullRange(audio!.channels).entries()) {
    const allSamples = fullRange(hidden.audio!)[channel]!
    const firstPlayed = indexOfPlayed(playedSamples, allSamples)
    const audibleLoudness = AUDIBLE_SHARE * Math.max(loudness(playedSamples), 0.01)
    expect(loudness(allSamples.subarray(0, Math.max(0, firstPlayed - EDGE_SAMPLES)))).toBeLessThan(audibleLoudness)
    expect(loudness(allSamples.subarray(firstPlayed + playedSamples.length + EDGE_SAMPLES))).toBeLessThan(
      audibleLoudness,
    )
  }
}

/** All channels but the LFE of 5.1: its deep tones have no exact time and ring on. */
export function fullRange<T>(channels: readonly T[]): T[] {
  return channels.length === 6 ? channels.toSpliced(3, 1) : [...channels]
}

/** Expects in every channel only its own tone, at its original volume. */
export function expectOwnTones({ sampleRate, channels }: DecodedAudio): void {
  for (const [channel, samples] of channels.entries()) {
    const expectedShares = channels.map((_, tone) => (tone === channel ? 1 : 0))
    expectTones(toneShares(samples, sampleRate), expectedShares)
  }
}

/** Expects each share within 0.12, because the stamped audio contains some of every frequency. */
export function expectTones(shares: readonly number[], expectedShares: readonly number[]): void {
  for (const [tone, share] of shares.entries()) {
    expect(Math.abs(share - expectedShares[tone]!), `tone ${tone}: ${share}`).toBeLessThan(0.12)
  }
}

export function loudness(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length))
}

/** Index of the first played sample among all samples of the file. */
function indexOfPlayed(playedSamples: Float32Array, allSamples: Float32Array): number {
  for (let begin = 0; begin + playedSamples.length <= allSamples.length; begin++) {
    if (playedSamples.every((sample, index) => sample === allSamples[begin + index])) return begin
  }
  throw new Error('What is played is not what the file holds.')
}
