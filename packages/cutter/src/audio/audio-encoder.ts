import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_QSCALE,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S32,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { standardLayout } from '../codec/audio-converter.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'
import type { SampleBits } from '../plan/sample-bits.ts'
import type { Samples } from './audio-frames.ts'
import { integerSamples } from './integer-samples.ts'

export interface AudioEncoderSettings {
  codec: 'aac' | 'mp3' | 'opus' | 'flac'
  sampleRate: number
  channels: number
  /** Channel layout as a mask of speakers; absent: the standard layout for the number of channels. */
  speakers?: bigint | undefined
  /** Bits per second; 'v2' is LAME's quality 2. Absent for FLAC. */
  bitrate?: number | 'v2'
  /** Bit depth, for FLAC alone. */
  bits?: SampleBits
  options?: Record<string, string>
}

const ENCODERS = {
  aac: FF_ENCODER_AAC,
  mp3: FF_ENCODER_LIBMP3LAME,
  opus: FF_ENCODER_LIBOPUS,
  flac: FF_ENCODER_FLAC,
} as const
const V2_QUALITY = 2 * FF_QP2LAMBDA

/**
 * Turns off noise substitution and intensity stereo, which do not preserve the waveform. The waveform
 * must match the copied packets next to it, and substituted noise would be audible beyond the edges of a clip.
 */
const WAVEFORM_OPTIONS = { aac_pns: '0', aac_is: '0' }

/** Least bits per second and channel for the fast coder, as FFmpeg recommends. */
const LEAST_BITRATE_FOR_FAST_CODER = 64_000

/**
 * Settings for AAC that keeps the waveform. With enough bits, the fast coder is more exact than the default one (44
 * instead of 27 dB for the built-in sample at 128 kb/s), with a third of its error on the silent side of a steep edge.
 * It is not used for 5.1, whose bass channel it would lose.
 */
export function waveformAacSettings(
  channels: number,
  bitrate: number,
): Pick<AudioEncoderSettings, 'options' | 'bitrate'> {
  const isFast = channels <= 2 && bitrate >= LEAST_BITRATE_FOR_FAST_CODER * channels
  return { bitrate, options: isFast ? { ...WAVEFORM_OPTIONS, aac_coder: 'fast' } : WAVEFORM_OPTIONS }
}

/** Settings for the edges of clips, which are hard to encode and take few bytes. */
export const edgeAacSettings = (channels: number) =>
  waveformAacSettings(channels, (channels > 2 ? 160_000 : 256_000) * channels)

/**
 * Opens an audio encoder. Each frame has exactly `frameSamples` samples, in one array per channel; the last frame of
 * FLAC may be shorter.
 */
export async function openAudioEncoder(settings: AudioEncoderSettings) {
  const { codec: name, sampleRate, channels, speakers, bitrate, options } = settings
  const codec = Codec.findEncoderByName(ENCODERS[name])
  const { format, bytesOf } = sampleFormatOf(settings)
  const channelLayout = speakers
    ? { nbChannels: channels, order: AV_CHANNEL_ORDER_NATIVE, mask: speakers }
    : standardLayout(channels)
  const packet = new Packet()
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = sampleRate
  context.sampleFormat = format
  context.channelLayout = channelLayout
  if (bitrate === 'v2') {
    context.setFlags(AV_CODEC_FLAG_QSCALE)
    context.globalQuality = V2_QUALITY
  } else if (bitrate !== undefined) {
    context.bitRate = BigInt(bitrate)
  }
  if (settings.bits !== undefined) context.bitsPerRawSample = settings.bits
  context.timeBase = new Rational(1, sampleRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  requireEncoded(await context.open2(codec, Dictionary.fromObject(options ?? {})), `open the ${name} encoder`)
  packet.alloc()
  const frameSamples = context.frameSize
  let position = 0
  let configuration = Uint8Array.from(context.extraData ?? [])
  const receivePackets = async () => {
    const packets = await takePackets(context, packet, 'encoded audio', (packet) => {
      configuration = Uint8Array.from(packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA) ?? configuration)
      return Uint8Array.from(packet.data ?? [])
    })
    // The last packet of FLAC has only the configuration.
    return packets.filter(({ length }) => length > 0)
  }
  return {
    frameSamples,
    /** Decoder configuration: AudioSpecificConfig, OpusHead or STREAMINFO; empty for MP3. */
    configuration,
    /** Configuration of FLAC after `finish`. Only then STREAMINFO has the number and the checksum of the samples. */
    finalConfiguration: () => configuration,
    async encode(samples: Samples): Promise<Uint8Array[]> {
      const nbSamples = samples[0]!.length
      const frame = Frame.fromAudioBuffer(bytesOf(samples), {
        nbSamples,
        format,
        sampleRate,
        channelLayout,
        pts: BigInt(position),
        timeBase: { num: 1, den: sampleRate },
      })
      position += nbSamples
      try {
        requireEncoded(await context.sendFrame(frame), 'encode audio')
      } finally {
        frame.free()
      }
      return receivePackets()
    },
    async finish(): Promise<Uint8Array[]> {
      requireEncoded(await context.sendFrame(null), 'finish encoding audio')
      return receivePackets()
    },
    close(): void {
      packet.free()
      context.freeContext()
    },
  }
}

/** The sample format of each encoder, and the conversion to it. */
function sampleFormatOf({ codec, bits = 16 }: AudioEncoderSettings) {
  switch (codec) {
    case 'opus':
      return { format: AV_SAMPLE_FMT_FLT, bytesOf: toInterleaved }
    case 'flac':
      return bits === 16
        ? { format: AV_SAMPLE_FMT_S16, bytesOf: (samples: Samples) => integerSamples(samples, { bits }) }
        : // The encoder ignores the lowest byte.
          { format: AV_SAMPLE_FMT_S32, bytesOf: (samples: Samples) => integerSamples(samples, { bits, bytes: 4 }) }
    default:
      return { format: AV_SAMPLE_FMT_FLTP, bytesOf: toPlanar }
  }
}

function toPlanar(samples: Samples): Buffer {
  return Buffer.concat(samples.map((plane) => Buffer.from(plane.buffer, plane.byteOffset, plane.byteLength)))
}

function toInterleaved(samples: Samples): Buffer {
  const values = new Float32Array(samples.length * samples[0]!.length)
  for (const [channel, plane] of samples.entries()) {
    for (const [index, value] of plane.entries()) values[index * samples.length + channel] = value
  }
  return Buffer.from(values.buffer)
}
