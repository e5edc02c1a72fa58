import { parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import type { AudioCodecName } from '../bitstream/codec-names.ts'
import { sumOf } from '../demux/common/packet-list.ts'
import type { EncodeAudioTask } from './plan-audio.ts'

/** Bits per second and channel when the source's bitrate is unknown, and at most for codecs other than AAC. */
const USUAL_PER_CHANNEL = 96_000
/** For 5.1: some of its channels are quiet most of the time. */
const USUAL_PER_SURROUND_CHANNEL = 64_000
/** Sites have AAC of more than the usual; more than this is inaudible. */
const MOST_PER_AAC_CHANNEL = 160_000
/** 32, 48 and 192 kb/s of 48 kHz. With the least our encoder cuts at 9.5 and 15 kHz; more than the most is no better. */
const BITS_PER_SAMPLE = { least: 2 / 3, leastOfEfficient: 1, most: 4 } as const
/** Codecs that need fewer bits than AAC for the same audio. */
const EFFICIENT: ReadonlyMap<AudioCodecName, number> = new Map([
  ['opus', 1.25],
  ['vorbis', 1.25],
])
const OPUS_PER_CHANNEL = { least: 24_000, most: 80_000 } as const
/** HE-AAC encodes half the samples, or a quarter, and synthesizes the rest. */
const BAND_REPLICATION = 2

export interface SourceAudio {
  codec: AudioCodecName
  /** Spectral band replication: HE-AAC. */
  hasBandReplication: boolean
  /** null: unknown. */
  bitrate: number | null
}

/** Bits per second for audio that is re-encoded as AAC: those of its source, so that no clip is larger than what it covers. */
export function aacBitrate(
  { codec, hasBandReplication, bitrate }: SourceAudio,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): number {
  const usual = channels * (channels > 2 ? USUAL_PER_SURROUND_CHANNEL : USUAL_PER_CHANNEL)
  if (bitrate === null) return usual
  const samples = sampleRate * channels
  const most = Math.min(codec === 'aac' ? channels * MOST_PER_AAC_CHANNEL : usual, BITS_PER_SAMPLE.most * samples)
  const times = hasBandReplication ? BAND_REPLICATION : (EFFICIENT.get(codec) ?? 1)
  const least = times > 1 ? BITS_PER_SAMPLE.leastOfEfficient : BITS_PER_SAMPLE.least
  return Math.round(Math.max(least * samples, Math.min(most, times * bitrate)))
}

/** The same for Opus, which needs no more bits than any other codec does. */
export function opusBitrate({ bitrate }: SourceAudio, channels: number): number {
  const { least, most } = OPUS_PER_CHANNEL
  return Math.round(channels * Math.min(most, Math.max(least, (bitrate ?? Infinity) / channels)))
}

export function sourceAudio(tasks: readonly EncodeAudioTask[]): SourceAudio {
  const sample = tasks.find(({ packets }) => packets && packets.length > 0) ?? tasks[0]!
  const { codec, sampleRate, configuration } = sample.opened.description
  const core = codec === 'aac' ? parseAudioSpecificConfig(configuration ?? new Uint8Array(0)) : null
  // A configuration may describe only the core: decoded audio then has another rate.
  const hasBandReplication = core !== null && (core.hasBandReplication || core.sampleRate !== sampleRate)
  return { codec, hasBandReplication, bitrate: bitrateOf(tasks) }
}

function bitrateOf(tasks: readonly EncodeAudioTask[]): number | null {
  let bits = 0
  let seconds = 0
  for (const { packets, opened } of tasks) {
    if (!packets || opened.access.kind !== 'indexed') return null
    bits += packets.totalBytes * 8
    seconds += sumOf(packets.durations) / opened.access.track.timescale
  }
  return bits > 0 && seconds > 0 ? bits / seconds : null
}
