import { throwIfCancelled } from '../api/cutter-error.ts'
import type { Samples } from '../codec/audio-codecs.ts'
import type { AudioBlock } from '../codec/decode-audio.ts'

/**
 * Cuts audio to [fromSample, toSample) and splits it into frames of equal length. Gaps in the source, time before its
 * start, and the remainder of the last frame become silence. If the source ends early, the frames end.
 */
export async function* framesOf(
  blocks: AsyncIterable<AudioBlock>,
  channelCount: number,
  fromSample: number,
  toSample: number,
  frameSamples: number,
): AsyncGenerator<Samples, void> {
  let frame = silence(channelCount, frameSamples)
  let frameStart = fromSample
  let hasAudio = false
  for await (const block of blocks) {
    const blockEnd = block.startSample + block.channels[0]!.length
    const end = Math.min(blockEnd, toSample)
    let at = Math.max(block.startSample, fromSample)
    while (at < end) {
      while (at >= frameStart + frameSamples) {
        yield frame
        frame = silence(channelCount, frameSamples)
        frameStart += frameSamples
      }
      if (at < frameStart) {
        // If blocks of the source overlap, samples in frames that were already yielded are not overwritten.
        at = frameStart
        continue
      }
      const count = Math.min(end, frameStart + frameSamples) - at
      for (const [channel, samples] of block.channels.entries()) {
        const from = at - block.startSample
        frame[channel]!.set(samples.subarray(from, from + count), at - frameStart)
      }
      hasAudio = true
      at += count
    }
    if (block.startSample >= toSample) break
  }
  if (hasAudio) yield frame
}

/** The input for a file with audio only. */
export interface WholeAudio {
  /** Decoded audio, counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  /** Planned number of samples; the source may end earlier. */
  samples: number
  sampleRate: number
  channels: number
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

/** Splits all audio into frames. `count` is the number of samples from the source, without silence after the end. */
export async function* countedFrames(
  { blocks, samples: plannedSamples, channels, onSample, signal }: WholeAudio,
  frameSamples: number,
): AsyncGenerator<{ frame: Samples; count: number }, void> {
  let sourceEnd = 0
  async function* watchedBlocks(): AsyncGenerator<AudioBlock, void> {
    for await (const block of blocks) {
      sourceEnd = Math.max(sourceEnd, block.startSample + block.channels[0]!.length)
      yield block
    }
  }
  let start = 0
  for await (const frame of framesOf(watchedBlocks(), channels, 0, plannedSamples, frameSamples)) {
    throwIfCancelled(signal)
    // `sourceEnd` is exact for the last frame, because framesOf yields any other frame only after it has read audio
    // beyond that frame.
    const count = Math.min(frameSamples, Math.min(sourceEnd, plannedSamples) - start)
    yield { frame, count }
    start += frameSamples
    onSample(Math.min(start, plannedSamples))
  }
}

export function silence(channelCount: number, samples: number): Samples {
  return Array.from({ length: channelCount }, () => new Float32Array(samples))
}

/** Silences, in place, the samples of a frame at `start` that are outside [fromSample, toSample). */
export function silenceOutside(frame: Samples, start: number, fromSample: number, toSample: number): Samples {
  for (const samples of frame) {
    samples.fill(0, 0, Math.max(0, Math.min(samples.length, fromSample - start)))
    samples.fill(0, Math.max(0, Math.min(samples.length, toSample - start)))
  }
  return frame
}

/**
 * Length of the fade at the start and end of a clip, in samples: 0.7 ms, too short to be audible. A hard edge would
 * click, and the encoder would spread an error of up to 6 % of the audio, not 0.4 %, over the silence outside the clip.
 */
export const EDGE_FADE_SAMPLES = 32

/** Fades in, in place. @param distance number of samples from the edge to the start of the audio */
export function fadeIn(channels: Samples, distance: number, fadeSamples: number): void {
  for (const samples of channels) {
    for (let index = Math.max(0, -distance); index < samples.length && distance + index < fadeSamples; index++) {
      samples[index]! *= (distance + index + 0.5) / fadeSamples
    }
  }
}

/**
 * Fades out, in place.
 * @param distance number of samples from the start of the audio to the edge, after which no sample changes
 */
export function fadeOut(channels: Samples, distance: number, fadeSamples: number): void {
  for (const samples of channels) {
    for (let index = Math.max(0, distance - fadeSamples); index < samples.length && index < distance; index++) {
      samples[index]! *= (distance - index - 0.5) / fadeSamples
    }
  }
}
