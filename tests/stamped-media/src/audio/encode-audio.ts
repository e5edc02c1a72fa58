import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_DBL,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_S32,
  AV_SAMPLE_FMT_U8,
  type AVSampleFormat,
  FF_ENCODER_AAC,
  FF_ENCODER_AC3,
  FF_ENCODER_ALAC,
  FF_ENCODER_EAC3,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVORBIS,
  FF_ENCODER_MP2,
  FF_ENCODER_PCM_F32LE,
  FF_ENCODER_PCM_F64BE,
  FF_ENCODER_PCM_MULAW,
  FF_ENCODER_PCM_S16BE,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_PCM_S24BE,
  FF_ENCODER_PCM_S24LE,
  FF_ENCODER_PCM_U8,
} from 'node-av/constants'
import { type ChannelLayout, Codec, CodecContext, Dictionary, FFmpegError, Frame, Rational } from 'node-av/lib'
import { type Encoding, encodeFrames } from '../encoding.ts'
import { mapNumbers } from '../map-numbers.ts'

export interface AudioEncoding {
  codec: StampedAudioCodec
  /** Position of the first sample on the timeline, in samples. */
  firstSample?: number
  /** Samples per channel. */
  samples: number
  sampleRate: number
  channels: StampedChannels
  bitrate: number
  /** AAC only: a faster coder, which saves three quarters of the time. Quality suffers, timestamps do not. */
  isRough?: boolean
  /** Value of a sample, from -1 to 1. */
  sampleAt: (sampleIndex: number, channel: number) => number
}

/**
 * he-aac and he-aac-v2 are AAC at half the sample rate with a configuration that signals SBR (v2: and parametric
 * stereo), as in broadcasts and in YouTube's smallest rendition. No free encoder writes the SBR data, so decoders
 * double the sample rate and leave the upper band empty.
 */
export type StampedAudioCodec = keyof typeof encoders

const encoders = {
  aac: { name: FF_ENCODER_AAC, format: AV_SAMPLE_FMT_FLTP },
  'he-aac': { name: FF_ENCODER_AAC, format: AV_SAMPLE_FMT_FLTP },
  'he-aac-v2': { name: FF_ENCODER_AAC, format: AV_SAMPLE_FMT_FLTP },
  opus: { name: FF_ENCODER_LIBOPUS, format: AV_SAMPLE_FMT_FLT },
  vorbis: { name: FF_ENCODER_LIBVORBIS, format: AV_SAMPLE_FMT_FLTP },
  mp2: { name: FF_ENCODER_MP2, format: AV_SAMPLE_FMT_S16 },
  mp3: { name: FF_ENCODER_LIBMP3LAME, format: AV_SAMPLE_FMT_FLTP },
  ac3: { name: FF_ENCODER_AC3, format: AV_SAMPLE_FMT_FLTP },
  eac3: { name: FF_ENCODER_EAC3, format: AV_SAMPLE_FMT_FLTP },
  flac: { name: FF_ENCODER_FLAC, format: AV_SAMPLE_FMT_S16 },
  alac: { name: FF_ENCODER_ALAC, format: AV_SAMPLE_FMT_S16P },
  'pcm-u8': { name: FF_ENCODER_PCM_U8, format: AV_SAMPLE_FMT_U8 },
  'pcm-s16': { name: FF_ENCODER_PCM_S16LE, format: AV_SAMPLE_FMT_S16 },
  'pcm-s16be': { name: FF_ENCODER_PCM_S16BE, format: AV_SAMPLE_FMT_S16 },
  'pcm-s24': { name: FF_ENCODER_PCM_S24LE, format: AV_SAMPLE_FMT_S32 },
  'pcm-s24be': { name: FF_ENCODER_PCM_S24BE, format: AV_SAMPLE_FMT_S32 },
  'pcm-f32': { name: FF_ENCODER_PCM_F32LE, format: AV_SAMPLE_FMT_FLT },
  'pcm-f64be': { name: FF_ENCODER_PCM_F64BE, format: AV_SAMPLE_FMT_DBL },
  ulaw: { name: FF_ENCODER_PCM_MULAW, format: AV_SAMPLE_FMT_S16 },
} as const

/** Channel masks of the usual layouts, mono to 5.1. */
const channelMasks = { 1: 0x4n, 2: 0x3n, 3: 0x7n, 4: 0x107n, 5: 0x37n, 6: 0x3fn } as const
export type StampedChannels = keyof typeof channelMasks

/**
 * Opens the audio encoder.
 * @throws FFmpegError when the encoder refuses the settings
 */
export async function startAudioEncoding(settings: AudioEncoding): Promise<Encoding> {
  const { name, format } = encoders[settings.codec]
  const encoder = Codec.findEncoderByName(name)
  const layout: ChannelLayout = {
    nbChannels: settings.channels,
    order: AV_CHANNEL_ORDER_NATIVE,
    mask: channelMasks[settings.channels],
  }
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.sampleRate = settings.sampleRate
  context.sampleFormat = format
  context.channelLayout = layout
  context.bitRate = BigInt(settings.bitrate)
  context.timeBase = new Rational(1, settings.sampleRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = name === FF_ENCODER_AAC && settings.isRough ? Dictionary.fromObject({ aac_coder: 'fast' }) : null
  FFmpegError.throwIfError(await context.open2(encoder, options), `open ${name}`)
  if (settings.codec === 'he-aac' || settings.codec === 'he-aac-v2') {
    const objectType = settings.codec === 'he-aac' ? BAND_REPLICATION : PARAMETRIC_STEREO
    context.extraData = replicatingConfiguration(objectType, settings.sampleRate, settings.channels)
  }
  return { context, packets: encodeFrames(context, audioFrames(settings, context, layout)) }
}

/** Frames of the encoder's size. The last one may be shorter. */
function* audioFrames(settings: AudioEncoding, context: CodecContext, channelLayout: ChannelLayout): Generator<Frame> {
  const { samples, sampleRate, channels, sampleAt, firstSample = 0 } = settings
  const interleaved = context.sampleFormat !== AV_SAMPLE_FMT_FLTP && context.sampleFormat !== AV_SAMPLE_FMT_S16P
  // PCM encoders accept frames of any length, and report a frame size of 0.
  const frameSize = context.frameSize || 4096
  for (let start = 0; start < samples; start += frameSize) {
    const nbSamples = Math.min(frameSize, samples - start)
    const values = new Float32Array(nbSamples * channels)
    for (let index = 0; index < nbSamples; index++) {
      for (let channel = 0; channel < channels; channel++) {
        const position = interleaved ? index * channels + channel : channel * nbSamples + index
        values[position] = sampleAt(firstSample + start + index, channel)
      }
    }
    const bytes = Buffer.from(toSampleFormat(values, context.sampleFormat).buffer)
    yield Frame.fromAudioBuffer(bytes, {
      nbSamples,
      format: context.sampleFormat,
      sampleRate,
      channelLayout,
      pts: BigInt(firstSample + start),
      timeBase: { num: 1, den: sampleRate },
    })
  }
}

function toSampleFormat(values: Float32Array, format: AVSampleFormat) {
  switch (format) {
    case AV_SAMPLE_FMT_U8:
      return mapNumbers(new Uint8Array(values.length), values, (value) => 128 + Math.round(value * 127))
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P:
      return mapNumbers(new Int16Array(values.length), values, (value) => Math.round(value * 32767))
    case AV_SAMPLE_FMT_S32:
      return mapNumbers(new Int32Array(values.length), values, (value) => Math.round(value * 0x7fffffff))
    case AV_SAMPLE_FMT_DBL:
      return new Float64Array(values)
    default:
      return values
  }
}

const LOW_COMPLEXITY = 2
const BAND_REPLICATION = 5
const PARAMETRIC_STEREO = 29
const AAC_SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]

/** AudioSpecificConfig with explicit signalling of SBR: the core at half the output rate (ISO/IEC 14496-3, 1.6.2.1). */
function replicatingConfiguration(objectType: number, coreRate: number, channels: number): Buffer {
  const bits = [
    [objectType, 5],
    [AAC_SAMPLE_RATES.indexOf(coreRate), 4],
    [channels, 4],
    [AAC_SAMPLE_RATES.indexOf(2 * coreRate), 4],
    [LOW_COMPLEXITY, 5],
    [0, 10],
  ]
  const text = bits.map(([value, width]) => value!.toString(2).padStart(width!, '0')).join('')
  return Buffer.from([0, 8, 16, 24].map((offset) => Number.parseInt(text.slice(offset, offset + 8), 2)))
}
