import { parseAudioSpecificConfig } from '../bitstream/aac/audio-specific-config.ts'
import type { AudioCodecName } from '../bitstream/codec-names.ts'
import { sumOf } from '../demux/common/packet-list.ts'
import type { EncodeAudioTask } from './plan-audio.ts'

/** Bits per second and channel where the source's bitrate is unknown, and the maximum for sources other than AAC. */
const DEFAULT_BITRATE_PER_CHANNEL = 96_000
/** The same value for 5.1 audio, because some of its channels are quiet most of the time. */
const DEFAULT_BITRATE_PER_SURROUND_CHANNEL = 64_000
/** Maximum for AAC sources, which may have more bits than usual. Further bits make no audible difference. */
const MAX_BITRATE_PER_AAC_CHANNEL = 160_000
/**
 * Bits per sample of a channel: 32, 48 and 192 kb/s at 48 kHz. At the two lower values our encoder removes frequencies
 * above 9.5 and 15 kHz. More than `most` gives no better quality.
 */
const BITS_PER_SAMPLE = { least: 2 / 3, minOfEfficient: 1, most: 4 } as const
/** Codecs that need fewer bits than AAC for the same quality, with the factor for AAC. */
const EFFICIENT_CODECS: ReadonlyMap<AudioCodecName, number> = new Map([
  ['opus', 1.25],
  ['vorbis', 1.25],
])
const OPUS_BITRATE_PER_CHANNEL = { least: 24_000, most: 80_000 } as const
/** HE-AAC encodes half the samples, or a quarter, and synthesizes the rest. */
const BAND_REPLICATION_FACTOR = 2

export interface SourceAudio {
  codec: AudioCodecName
  /** Spectral band replication: HE-AAC. */
  hasBandReplication: boolean
  /** Bits per second; null: unknown. */
  bitrate: number | null
}

/**
 * Bits per second for audio re-encoded as AAC: about the bitrate of its source, so that a clip does not become larger.
 */
export function aacBitrate(
  { codec, hasBandReplication, bitrate }: SourceAudio,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): number {
  const usualBitrate = channels * (channels > 2 ? DEFAULT_BITRATE_PER_SURROUND_CHANNEL : DEFAULT_BITRATE_PER_CHANNEL)
  if (bitrate === null) return usualBitrate
  const samples = sampleRate * channels
  const codecLimit = codec === 'aac' ? channels * MAX_BITRATE_PER_AAC_CHANNEL : usualBitrate
  const maxBitrate = Math.min(codecLimit, BITS_PER_SAMPLE.most * samples)
  const factor = hasBandReplication ? BAND_REPLICATION_FACTOR : (EFFICIENT_CODECS.get(codec) ?? 1)
  const minBits = factor > 1 ? BITS_PER_SAMPLE.minOfEfficient : BITS_PER_SAMPLE.least
  return Math.round(Math.max(minBits * samples, Math.min(maxBitrate, factor * bitrate)))
}

/** Bits per second for audio re-encoded as Opus: as its source within limits. No codec needs fewer bits. */
export function opusBitrate({ bitrate }: SourceAudio, channels: number): number {
  const { least, most } = OPUS_BITRATE_PER_CHANNEL
  return Math.round(channels * Math.min(most, Math.max(least, (bitrate ?? Infinity) / channels)))
}

export function describeSourceAudio(tasks: readonly EncodeAudioTask[]): SourceAudio {
  const typicalTask = tasks.find(({ packets }) => packets && packets.length > 0) ?? tasks[0]!
  const { codec, sampleRate, configuration } = typicalTask.opened.description
  const core = codec === 'aac' ? parseAudioSpecificConfig(configuration ?? new Uint8Array(0)) : null
  // A configuration may describe only the AAC core. With band replication, decoded audio has another sample rate.
  const hasBandReplication = core !== null && (core.hasBandReplication || core.sampleRate !== sampleRate)
  return { codec, hasBandReplication, bitrate: packetsBitrate(tasks) }
}

function packetsBitrate(tasks: readonly EncodeAudioTask[]): number | null {
  let bits = 0
  let seconds = 0
  for (const { packets, opened } of tasks) {
    if (!packets || opened.access.kind !== 'indexed') return null
    bits += packets.totalBytes * 8
    seconds += sumOf(packets.durations) / opened.access.track.timescale
  }
  return bits > 0 && seconds > 0 ? bits / seconds : null
}
