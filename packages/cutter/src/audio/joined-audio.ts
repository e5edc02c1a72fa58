import type { AudioBlock } from '../codec/decode-audio.ts'
import { EDGE_FADE_SAMPLES, fadeIn, fadeOut } from './audio-frames.ts'

export interface JoinedPart {
  /** Start and end of the range in samples, on the part's timeline. */
  fromSample: number
  toSample: number
  /** Whether every sample stays exact, except at joints. */
  isLossless?: boolean | undefined
  /** Decoded audio around the range, on the same timeline. */
  blocks(): AsyncIterable<AudioBlock>
}

/** Cuts blocks to [fromSample, toSample). */
export async function* clipBlocks(
  blocks: AsyncIterable<AudioBlock>,
  fromSample: number,
  toSample: number,
): AsyncGenerator<AudioBlock, void> {
  for await (const { startSample, channels } of blocks) {
    if (startSample >= toSample) return
    const from = Math.max(0, fromSample - startSample)
    const clippedChannels = channels.map((samples) => samples.subarray(from, toSample - startSample))
    if (clippedChannels[0]!.length > 0) yield { startSample: startSample + from, channels: clippedChannels }
  }
}

/** Samples over which audio fades out and in at a joint: 1.5 ms, too short to be audible. A hard joint would click. */
const JOINT_FADE_SAMPLES = 64

/**
 * Joins the audio of the ranges in sequence, counted from zero, with short fades at joints, and at the start and end
 * unless the audio is lossless. Each range is decoded only when it is due.
 */
export async function* joinedAudio(parts: readonly JoinedPart[]): AsyncGenerator<AudioBlock, void> {
  let startSample = 0
  for (const [index, { fromSample, toSample, isLossless, blocks }] of parts.entries()) {
    const edgeSamples = isLossless ? 0 : EDGE_FADE_SAMPLES
    const fadeInSamples = index > 0 ? JOINT_FADE_SAMPLES : edgeSamples
    const fadeOutSamples = index < parts.length - 1 ? JOINT_FADE_SAMPLES : edgeSamples
    for await (const block of clipBlocks(blocks(), fromSample, toSample)) {
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
 * Fades audio in and out with a linear amplitude.
 * @param fadeSamples length of each fade; at most half of the audio is used
 * @param samples length of all audio in samples
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
