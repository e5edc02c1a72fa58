import type { AudioForm } from '../codec/audio-converter.ts'
import { openAudioFilter } from '../codec/audio-filter.ts'
import type { AudioBlock } from '../codec/decode-audio.ts'
import { silence } from './audio-frames.ts'

/** By EBU R 128, as FFmpeg's ebur128 measures it. */
export interface Loudness {
  /** Integrated, in LUFS; null: silence, or less than the 0.4 s that can be measured. */
  lufs: number | null
  /** The true peak in dBTP. */
  peak: number
}

/** What brings audio to a loudness: a gain, and a limiter of true peaks. */
export interface AudioLevel {
  gainDecibels: number
  /** The true peaks that are left, in dBTP; null: all, nothing is limited. */
  ceiling: number | null
}

/** The gate of EBU R 128: what is quieter does not count. */
const SILENCE_LUFS = -70
/** True peaks are those of audio that is sampled four times as often. */
const OVERSAMPLING = 4
/** Over how long the limiter goes down before a peak, and up after it. */
const LIMITER = { attackMilliseconds: 5, releaseMilliseconds: 50 } as const
const LONGEST_SILENCE_BLOCK = 1 << 15

/** Decoded audio is measured from sample zero on; holes count as silence. */
export async function measuredLoudness(blocks: AsyncIterable<AudioBlock>, form: AudioForm): Promise<Loudness> {
  const meter = await openAudioFilter('ebur128@meter=peak=true:framelog=quiet', form)
  try {
    for await (const { channels } of withoutHoles(blocks, form)) {
      for await (const _ of meter.filter(channels));
    }
    for await (const _ of meter.finish());
    const filter = meter.named('ebur128@meter')
    const [lufs, peak] = ['integrated', 'true_peak'].map((name) => Number(filter.getOption(name)))
    return { lufs: lufs! > SILENCE_LUFS ? lufs! : null, peak: peak! }
  } finally {
    meter.close()
  }
}

/** Louder or quieter audio, sample for sample. Where its peaks are limited, so are those of all channels together. */
export async function* leveled(
  blocks: AsyncIterable<AudioBlock>,
  { gainDecibels, ceiling }: AudioLevel,
  form: AudioForm,
): AsyncGenerator<AudioBlock, void> {
  const gain = 10 ** (gainDecibels / 20)
  const louder = amplified(blocks, gain)
  if (ceiling === null) return yield* louder
  const { attackMilliseconds, releaseMilliseconds } = LIMITER
  const limit = `limit=${10 ** (ceiling / 20)}:attack=${attackMilliseconds}:release=${releaseMilliseconds}`
  const limiter = await openAudioFilter(
    [
      `aresample=${OVERSAMPLING * form.sampleRate}`,
      // The look-ahead delays nothing, and quiet audio is not made louder.
      `alimiter=${limit}:latency=1:level=0`,
      `aresample=${form.sampleRate}`,
    ].join(','),
    form,
  )
  let startSample = 0
  const placed = function* (channels: Float32Array[]): Generator<AudioBlock> {
    yield { startSample, channels }
    startSample += channels[0]!.length
  }
  try {
    for await (const { channels } of withoutHoles(louder, form)) {
      for await (const limited of limiter.filter(channels)) yield* placed(limited)
    }
    for await (const limited of limiter.finish()) yield* placed(limited)
  } finally {
    limiter.close()
  }
}

async function* amplified(blocks: AsyncIterable<AudioBlock>, gain: number): AsyncGenerator<AudioBlock, void> {
  for await (const block of blocks) {
    for (const samples of block.channels) {
      for (let index = 0; index < samples.length; index++) samples[index]! *= gain
    }
    yield block
  }
}

/** From sample zero on: silence where there is none, and nothing twice. */
async function* withoutHoles(
  blocks: AsyncIterable<AudioBlock>,
  { channels: count }: AudioForm,
): AsyncGenerator<AudioBlock, void> {
  let at = 0
  for await (const { startSample, channels } of blocks) {
    while (at < startSample) {
      const length = Math.min(LONGEST_SILENCE_BLOCK, startSample - at)
      yield { startSample: at, channels: silence(count, length) }
      at += length
    }
    const fresh = channels.map((samples) => samples.subarray(at - startSample))
    if (fresh[0]!.length === 0) continue
    yield { startSample: at, channels: fresh }
    at += fresh[0]!.length
  }
}
