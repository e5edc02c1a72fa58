import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { standardLayout } from '../codec/audio-converter.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'
import type { Samples } from './audio-frames.ts'

export interface AudioEncoderSettings {
  codec: 'aac' | 'mp3' | 'opus'
  sampleRate: number
  channels: number
  /** Bits per second. */
  bitrate: number
  options?: Record<string, string>
}

const ENCODERS = { aac: FF_ENCODER_AAC, mp3: FF_ENCODER_LIBMP3LAME, opus: FF_ENCODER_LIBOPUS } as const

/**
 * Noise substitution and intensity stereo do not preserve the waveform. Beside copied packets it must meet theirs, and at
 * the edges of a clip substituted noise would be audible beyond them.
 */
export const FAITHFUL_AAC = { aac_pns: '0', aac_is: '0' }

/** For the edges of clips: the usual coder leaves up to a twentieth of a steep edge on its silent side, this one a third of that. */
const STEEP_AAC = { ...FAITHFUL_AAC, aac_coder: 'fast' }

/** The fast coder would lose the bass channel of 5.1. */
export function edgeAac(channels: number): { options: Record<string, string>; bitrate: number } {
  return channels > 2
    ? { options: FAITHFUL_AAC, bitrate: 160_000 * channels }
    : { options: STEEP_AAC, bitrate: 256_000 * channels }
}

/** Opens an encoder of audio that is given in frames of exactly `frameSamples` samples, one array per channel. */
export async function openAudioEncoder({ codec: name, sampleRate, channels, bitrate, options }: AudioEncoderSettings) {
  const codec = Codec.findEncoderByName(ENCODERS[name])
  const format = name === 'opus' ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
  const channelLayout = standardLayout(channels)
  const packet = new Packet()
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = sampleRate
  context.sampleFormat = format
  context.channelLayout = channelLayout
  context.bitRate = BigInt(bitrate)
  context.timeBase = new Rational(1, sampleRate)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  requireEncoded(await context.open2(codec, Dictionary.fromObject(options ?? {})), `open the ${name} encoder`)
  packet.alloc()
  const frameSamples = context.frameSize
  let position = 0
  const receive = () => takePackets(context, packet, 'encoded audio', ({ data }) => Uint8Array.from(data!))
  return {
    frameSamples,
    /** What a decoder must know beforehand: AudioSpecificConfig, or OpusHead; empty for MP3. */
    configuration: Uint8Array.from(context.extraData ?? []),
    async encode(samples: Samples): Promise<Uint8Array[]> {
      const frame = Frame.fromAudioBuffer(format === AV_SAMPLE_FMT_FLT ? interleaved(samples) : planar(samples), {
        ...{ nbSamples: frameSamples, format, sampleRate, channelLayout },
        pts: BigInt(position),
        timeBase: { num: 1, den: sampleRate },
      })
      position += frameSamples
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
