import type { AudioFormat, Samples } from '../codec/audio-codecs.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { AudioBlock } from '../codec/decode-audio.ts'
import { silence } from './audio-frames.ts'

/** The loudness of audio by EBU R 128. */
export interface Loudness {
  /** Integrated loudness in LUFS; null: silence, or audio shorter than 0.4 s, which cannot be measured. */
  lufs: number | null
  /** True peak in dBTP. */
  peak: number
}

/** A change of loudness: a gain, and a limiter of true peaks. */
export interface AudioLevel {
  gainDecibels: number
  /** Highest true peak after the limiter, in dBTP; null: no limiter. */
  ceiling: number | null
}

/** Absolute gate of EBU R 128. Quieter audio counts as silence. */
const SILENCE_LUFS = -70
const MAX_SILENCE_BLOCK = 1 << 15

/** Measures decoded audio from sample zero on. Gaps count as silence. */
export async function measureLoudness(
  codecs: Pick<Codecs, 'openLoudnessMeter'>,
  blocks: AsyncIterable<AudioBlock>,
  format: AudioFormat,
): Promise<Loudness> {
  const meter = await codecs.openLoudnessMeter(format)
  try {
    for await (const { channels } of withoutGaps(blocks, format)) await meter.add(channels)
    const { lufs, peak } = await meter.finish()
    return { lufs: lufs > SILENCE_LUFS ? lufs : null, peak }
  } finally {
    meter.close()
  }
}

/** Applies a level to audio. Every sample keeps its position. */
export async function* applyLevel(
  codecs: Pick<Codecs, 'openPeakLimiter'>,
  blocks: AsyncIterable<AudioBlock>,
  { gainDecibels, ceiling }: AudioLevel,
  format: AudioFormat,
): AsyncGenerator<AudioBlock, void> {
  const gain = 10 ** (gainDecibels / 20)
  const amplifiedBlocks = amplify(blocks, gain)
  if (ceiling === null) return yield* amplifiedBlocks
  const limiter = await codecs.openPeakLimiter(ceiling, format)
  let startSample = 0
  const blockOf = function* (channels: Samples): Generator<AudioBlock> {
    yield { startSample, channels }
    startSample += channels[0]!.length
  }
  try {
    for await (const { channels } of withoutGaps(amplifiedBlocks, format)) {
      for await (const samples of limiter.limit(channels)) yield* blockOf(samples)
    }
    for await (const samples of limiter.flush()) yield* blockOf(samples)
  } finally {
    limiter.close()
  }
}

async function* amplify(blocks: AsyncIterable<AudioBlock>, gain: number): AsyncGenerator<AudioBlock, void> {
  for await (const block of blocks) {
    for (const samples of block.channels) {
      for (let index = 0; index < samples.length; index++) samples[index]! *= gain
    }
    yield block
  }
}

/** Gives continuous audio from sample zero on: gaps become silence, and overlapping samples are dropped. */
async function* withoutGaps(
  blocks: AsyncIterable<AudioBlock>,
  { channels: count }: AudioFormat,
): AsyncGenerator<AudioBlock, void> {
  let at = 0
  for await (const { startSample, channels } of blocks) {
    while (at < startSample) {
      const length = Math.min(MAX_SILENCE_BLOCK, startSample - at)
      yield { startSample: at, channels: silence(count, length) }
      at += length
    }
    const newChannels = channels.map((samples) => samples.subarray(at - startSample))
    if (newChannels[0]!.length === 0) continue
    yield { startSample: at, channels: newChannels }
    at += newChannels[0]!.length
  }
}
