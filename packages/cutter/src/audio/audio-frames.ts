import { throwIfCancelled } from '../api/cutter-error.ts'
import type { AudioBlock } from '../codec/decode-audio.ts'

/** Consecutive samples, one array per channel. */
export type Samples = Float32Array[]

/**
 * Cuts audio to [fromSample, toSample) and gives it in frames of equal length. Where the source has a hole, or has not
 * begun yet, there is silence; the last frame is filled up with it. Where the source ends early, the frames end.
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
        // The source overlaps itself; samples that were already passed on win.
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

/** Audio that becomes a file of its own. */
export interface WholeAudio {
  /** Counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  /** How many samples there are to be; the source may end before. */
  samples: number
  sampleRate: number
  channels: number
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

/** The frames of all audio, and how many samples of each are the source's: the last one is filled up with silence. */
export async function* countedFrames(
  { blocks, samples: wanted, channels, onSample, signal }: WholeAudio,
  frameSamples: number,
): AsyncGenerator<{ frame: Samples; count: number }, void> {
  let sourceEnd = 0
  async function* watched(): AsyncGenerator<AudioBlock, void> {
    for await (const block of blocks) {
      sourceEnd = Math.max(sourceEnd, block.startSample + block.channels[0]!.length)
      yield block
    }
  }
  let start = 0
  for await (const frame of framesOf(watched(), channels, 0, wanted, frameSamples)) {
    throwIfCancelled(signal)
    // Whoever gives a frame that is not the last has seen audio behind it.
    const count = Math.min(frameSamples, Math.min(sourceEnd, wanted) - start)
    yield { frame, count }
    start += frameSamples
    onSample(Math.min(start, wanted))
  }
}

export function silence(channelCount: number, samples: number): Samples {
  return Array.from({ length: channelCount }, () => new Float32Array(samples))
}

/** Silences, in place, the samples of a frame at `start` that are outside [fromSample, toSample). */
export function silencedOutside(frame: Samples, start: number, fromSample: number, toSample: number): Samples {
  for (const samples of frame) {
    samples.fill(0, 0, Math.max(0, Math.min(samples.length, fromSample - start)))
    samples.fill(0, Math.max(0, Math.min(samples.length, toSample - start)))
  }
  return frame
}

/**
 * Samples over which the audio fades in at the start of a clip and out at its end: 0.7 ms, too short to be audible. Without,
 * a hard edge clicks, and the encoder spreads its error over the silence beside the clip: up to 6 % of the audio, not 0.4 %.
 */
export const EDGE_FADE_SAMPLES = 32

/** @param distance how many samples after the edge the audio begins */
export function fadeIn(channels: Samples, distance: number, fadeSamples: number): void {
  for (const samples of channels) {
    for (let index = Math.max(0, -distance); index < samples.length && distance + index < fadeSamples; index++) {
      samples[index]! *= (distance + index + 0.5) / fadeSamples
    }
  }
}

/** @param distance how many samples before the edge the audio begins; samples after the edge are unchanged */
export function fadeOut(channels: Samples, distance: number, fadeSamples: number): void {
  for (const samples of channels) {
    for (let index = Math.max(0, distance - fadeSamples); index < samples.length && index < distance; index++) {
      samples[index]! *= (distance - index - 0.5) / fadeSamples
    }
  }
}
