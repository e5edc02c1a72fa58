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
import type { AudioEncoder, AudioEncoderConfig, Samples } from '../../audio-codecs.ts'
import { integerSamples } from '../../integer-samples.ts'
import { requireEncoded, takePackets } from '../libav/codec-result.ts'
import { standardLayout } from './audio-converter.ts'

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

const OPUS_OPTIONS = { application: 'audio', frame_duration: '20', vbr: 'on' }

/** Least bits per second and channel for the fast coder, as FFmpeg recommends. */
const MIN_BITRATE_FOR_FAST_CODER = 64_000

/**
 * Options of each encoder. With enough bits, the fast coder of AAC is more exact than the default one (44 instead of
 * 27 dB for the built-in sample at 128 kb/s), with a third of its error on the silent side of a steep edge. It is not
 * used for 5.1, whose bass channel it would lose.
 */
function optionsOf({ codec, channels, bitrate }: AudioEncoderConfig): Record<string, string> {
  if (codec === 'opus') return OPUS_OPTIONS
  if (codec !== 'aac') return {}
  const isFast = channels <= 2 && Number(bitrate) >= MIN_BITRATE_FOR_FAST_CODER * channels
  return isFast ? { ...WAVEFORM_OPTIONS, aac_coder: 'fast' } : WAVEFORM_OPTIONS
}

export async function openAudioEncoder(config: AudioEncoderConfig): Promise<AudioEncoder> {
  const { codec: name, sampleRate, channels, speakers, bitrate, bits } = config
  const codec = Codec.findEncoderByName(ENCODERS[name])
  const { format, bytesOf } = sampleFormatOf(config)
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
  if (bits !== undefined) context.bitsPerRawSample = bits
  context.timeBase = new Rational(1, sampleRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  requireEncoded(await context.open2(codec, Dictionary.fromObject(optionsOf(config))), `open the ${name} encoder`)
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
    configuration,
    finalConfiguration: () => configuration,
    async encode(samples) {
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
    async flush() {
      requireEncoded(await context.sendFrame(null), 'finish encoding audio')
      return receivePackets()
    },
    close() {
      packet.free()
      context.freeContext()
    },
  }
}

/** The sample format of each encoder, and the conversion to it. */
function sampleFormatOf({ codec, bits = 16 }: AudioEncoderConfig) {
  switch (codec) {
    case 'opus':
      return { format: AV_SAMPLE_FMT_FLT, bytesOf: toInterleaved }
    case 'flac':
      // The encoder ignores the lowest byte of 24-bit samples.
      return bits === 16
        ? { format: AV_SAMPLE_FMT_S16, bytesOf: (samples: Samples) => toIntegers(samples, { bits }) }
        : { format: AV_SAMPLE_FMT_S32, bytesOf: (samples: Samples) => toIntegers(samples, { bits, bytes: 4 }) }
    default:
      return { format: AV_SAMPLE_FMT_FLTP, bytesOf: toPlanar }
  }
}

function toIntegers(...input: Parameters<typeof integerSamples>): Buffer {
  return Buffer.from(integerSamples(...input).buffer)
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
