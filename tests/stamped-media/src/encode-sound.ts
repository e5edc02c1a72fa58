import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants'
import { type ChannelLayout, Codec, CodecContext, FFmpegError, Frame, Rational } from 'node-av/lib'
import { type Encoding, encodeFrames } from './encoding.ts'

export interface SoundEncoding {
  codec: 'aac' | 'opus' | 'mp3'
  /** Samples per channel. */
  samples: number
  sampleRate: number
  channels: 1 | 2
  bitrate: number
  /** The sound itself, from -1 to 1. */
  sampleAt: (sampleIndex: number, channel: number) => number
}

const encoders = { aac: FF_ENCODER_AAC, opus: FF_ENCODER_LIBOPUS, mp3: FF_ENCODER_LIBMP3LAME } as const
const mono = 4n
const stereo = 3n

/**
 * Opens the sound encoder.
 * @throws FFmpegError when the encoder refuses the settings
 */
export async function startSoundEncoding(settings: SoundEncoding): Promise<Encoding> {
  const encoder = Codec.findEncoderByName(encoders[settings.codec])
  const layout: ChannelLayout = {
    nbChannels: settings.channels,
    order: AV_CHANNEL_ORDER_NATIVE,
    mask: settings.channels === 2 ? stereo : mono,
  }
  const context = new CodecContext()
  context.allocContext3(encoder)
  context.sampleRate = settings.sampleRate
  context.sampleFormat = settings.codec === 'opus' ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
  context.channelLayout = layout
  context.bitRate = BigInt(settings.bitrate)
  context.timeBase = new Rational(1, settings.sampleRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  FFmpegError.throwIfError(await context.open2(encoder), `open ${encoders[settings.codec]}`)
  return { context, packets: encodeFrames(context, soundFrames(settings, context, layout)) }
}

/** Frames as long as the encoder wants them; the last one holds what is left. */
function* soundFrames(settings: SoundEncoding, context: CodecContext, channelLayout: ChannelLayout): Generator<Frame> {
  const { samples, sampleRate, channels, sampleAt } = settings
  const interleaved = context.sampleFormat === AV_SAMPLE_FMT_FLT
  for (let start = 0; start < samples; start += context.frameSize) {
    const nbSamples = Math.min(context.frameSize, samples - start)
    const values = new Float32Array(nbSamples * channels)
    for (let index = 0; index < nbSamples; index++) {
      for (let channel = 0; channel < channels; channel++) {
        const at = interleaved ? index * channels + channel : channel * nbSamples + index
        values[at] = sampleAt(start + index, channel)
      }
    }
    yield Frame.fromAudioBuffer(Buffer.from(values.buffer), {
      nbSamples,
      format: context.sampleFormat,
      sampleRate,
      channelLayout,
      pts: BigInt(start),
      timeBase: { num: 1, den: sampleRate },
    })
  }
}
