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
  /** A mask of speakers; absent: the usual ones for the number of channels. */
  speakers?: bigint | undefined
  /** Bits per second; 'v2' is LAME's quality 2. Absent where it follows from the audio: of FLAC. */
  bitrate?: number | 'v2'
  /** Of FLAC. */
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
 * Noise substitution and intensity stereo do not preserve the waveform. Beside copied packets it must meet theirs, and at
 * the edges of a clip substituted noise would be audible beyond them.
 */
const FAITHFUL_AAC = { aac_pns: '0', aac_is: '0' }

/** With more bits per second and channel than this, FFmpeg recommends its fast coder. */
const LEAST_FOR_FAST_CODER = 64_000

/**
 * With enough bits, the fast coder is nearer to the audio than the usual one (44 instead of 27 dB for the sample in 128 kb/s), and
 * leaves a third of what that leaves on the silent side of a steep edge. But it would lose the bass channel of 5.1.
 */
export function faithfulAac(channels: number, bitrate: number): Pick<AudioEncoderSettings, 'options' | 'bitrate'> {
  const isFast = channels <= 2 && bitrate >= LEAST_FOR_FAST_CODER * channels
  return { bitrate, options: isFast ? { ...FAITHFUL_AAC, aac_coder: 'fast' } : FAITHFUL_AAC }
}

/** For the edges of clips, which are hard to encode and take few bytes. */
export const edgeAac = (channels: number) => faithfulAac(channels, (channels > 2 ? 160_000 : 256_000) * channels)

/** Opens an encoder of audio that is given in frames of exactly `frameSamples` samples, one array per channel. The last one of FLAC may be shorter. */
export async function openAudioEncoder(settings: AudioEncoderSettings) {
  const { codec: name, sampleRate, channels, speakers, bitrate, options } = settings
  const codec = Codec.findEncoderByName(ENCODERS[name])
  const { format, bytesOf } = inputOf(settings)
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
  const receive = async () => {
    const taken = await takePackets(context, packet, 'encoded audio', (packet) => {
      configuration = Uint8Array.from(packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA) ?? configuration)
      return Uint8Array.from(packet.data ?? [])
    })
    // The last one of FLAC has nothing but the configuration.
    return taken.filter(({ length }) => length > 0)
  }
  return {
    frameSamples,
    /** What a decoder must know beforehand: AudioSpecificConfig, or OpusHead; empty for MP3. */
    configuration,
    /** The same of FLAC (STREAMINFO), which has the number and the checksum of its samples only at the end. */
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
      return receive()
    },
    async finish(): Promise<Uint8Array[]> {
      requireEncoded(await context.sendFrame(null), 'finish encoding audio')
      return receive()
    },
    close(): void {
      packet.free()
      context.freeContext()
    },
  }
}

/** The samples as each encoder wants them. */
function inputOf({ codec, bits = 16 }: AudioEncoderSettings) {
  switch (codec) {
    case 'opus':
      return { format: AV_SAMPLE_FMT_FLT, bytesOf: interleaved }
    case 'flac':
      return bits === 16
        ? { format: AV_SAMPLE_FMT_S16, bytesOf: (samples: Samples) => integerSamples(samples, { bits }) }
        : // The lowest byte is not encoded.
          { format: AV_SAMPLE_FMT_S32, bytesOf: (samples: Samples) => integerSamples(samples, { bits, bytes: 4 }) }
    default:
      return { format: AV_SAMPLE_FMT_FLTP, bytesOf: planar }
  }
}

function planar(samples: Samples): Buffer {
  return Buffer.concat(samples.map((plane) => Buffer.from(plane.buffer, plane.byteOffset, plane.byteLength)))
}

function interleaved(samples: Samples): Buffer {
  const values = new Float32Array(samples.length * samples[0]!.length)
  for (const [channel, plane] of samples.entries()) {
    for (const [index, value] of plane.entries()) values[index * samples.length + channel] = value
  }
  return Buffer.from(values.buffer)
}
