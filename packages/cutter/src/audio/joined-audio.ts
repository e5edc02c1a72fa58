import type { AudioBlock } from '../codec/decode-audio.ts'
import { EDGE_FADE_SAMPLES, fadeIn, fadeOut } from './audio-frames.ts'

export interface JoinedPart {
  /** The range in samples, on the part's timeline. */
  fromSample: number
  toSample: number
  /** Every sample stays as it is, except at joints. */
  isLossless?: boolean | undefined
  /** Decoded audio around the range, on the same timeline. */
  blocks(): AsyncIterable<AudioBlock>
}

/** What of the blocks is in [fromSample, toSample). */
export async function* clipped(
  blocks: AsyncIterable<AudioBlock>,
  fromSample: number,
  toSample: number,
): AsyncGenerator<AudioBlock, void> {
  for await (const { startSample, channels } of blocks) {
    if (startSample >= toSample) return
    const from = Math.max(0, fromSample - startSample)
    const inside = channels.map((samples) => samples.subarray(from, toSample - startSample))
    if (inside[0]!.length > 0) yield { startSample: startSample + from, channels: inside }
  }
}

/** Samples over which audio fades out and in at a joint: 1.5 ms, too short to be audible. A hard joint would click. */
const JOINT_FADE_SAMPLES = 64

/** Exactly the audio of the ranges, one after the other, counted from zero, softened where it begins and ends, unless it is lossless. A range is decoded when its turn has come. */
export async function* joinedAudio(parts: readonly JoinedPart[]): AsyncGenerator<AudioBlock, void> {
  let startSample = 0
  for (const [index, { fromSample, toSample, isLossless, blocks }] of parts.entries()) {
    const edgeSamples = isLossless ? 0 : EDGE_FADE_SAMPLES
    const fadeInSamples = index > 0 ? JOINT_FADE_SAMPLES : edgeSamples
    const fadeOutSamples = index < parts.length - 1 ? JOINT_FADE_SAMPLES : edgeSamples
    for await (const block of clipped(blocks(), fromSample, toSample)) {
      const { channels } = block
      const at = block.startSample - fromSample
      fadeIn(channels, at, fadeInSamples)
      fadeOut(channels, toSample - fromSample - at, fadeOutSamples)
      yield { startSample: startSample + at, channels }
    }
    startSample += toSample - fromSample
  }
}

/**
 * Audio that comes from silence and goes to it, evenly: its amplitude grows by the same amount from sample to sample.
 * @param fadeSamples at most half of the audio
 * @param samples how long all of the audio is
 */
export async function* fadedAudio(
  blocks: AsyncIterable<AudioBlock>,
  fadeSamples: number,
  samples: number,
): AsyncGenerator<AudioBlock, void> {
  const fade = Math.min(Math.round(fadeSamples), samples / 2)
  for await (const block of blocks) {
    fadeIn(block.channels, block.startSample, fade)
    fadeOut(block.channels, samples - block.startSample, fade)
    yield block
  }
}
