import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { standardLayout } from '../codec/audio-converter.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'

export interface AudioEncoderSettings {
  codec: 'aac' | 'mp3'
  sampleRate: number
  channels: number
  /** Bits per second. */
  bitrate: number
  /** Options of the encoder itself. */
  options?: Record<string, string>
}

/**
 * Noise substitution and intensity stereo give up the waveform for something that audio tracks alike. Beside copied packets
 * the waveform must meet theirs, and at the edges of a clip substituted noise would audio beyond them.
 */
export const FAITHFUL_AAC = { aac_pns: '0', aac_is: '0' }

/**
 * For the edges of clips, with bits to spare. The encoder's usual search for steps stops where it takes the error to be
 * masked by the loud side of a steep edge, and leaves a twentieth of it on the silent side at worst; this one, at the same size,
 * a third of that, usually.
 */
const STEEP_AAC = { ...FAITHFUL_AAC, aac_coder: 'fast' }

/** What the bass channel of 5.1 has, it would lose that way. */
export function edgeAac(channels: number): { options: Record<string, string>; bitrate: number } {
  return channels > 2
    ? { options: FAITHFUL_AAC, bitrate: 160_000 * channels }
    : { options: STEEP_AAC, bitrate: 256_000 * channels }
}

/** Encodes audio that is given in frames of exactly `frameSamples` samples. */
export class AudioEncoder {
  readonly frameSamples: number
  /** What a decoder must know beforehand (AudioSpecificConfig); empty for MP3. */
  readonly configuration: Uint8Array
  readonly #context: CodecContext
  readonly #settings: AudioEncoderSettings
  readonly #packet = new Packet()
  #position = 0

  private constructor(context: CodecContext, settings: AudioEncoderSettings) {
    this.#context = context
    this.#settings = settings
    this.#packet.alloc()
    this.frameSamples = context.frameSize
    this.configuration = Uint8Array.from(context.extraData ?? [])
  }

  static async open(settings: AudioEncoderSettings): Promise<AudioEncoder> {
    const codec = Codec.findEncoderByName(settings.codec === 'aac' ? FF_ENCODER_AAC : FF_ENCODER_LIBMP3LAME)
    const context = new CodecContext()
    context.allocContext3(codec)
    context.sampleRate = settings.sampleRate
    context.sampleFormat = AV_SAMPLE_FMT_FLTP
    context.channelLayout = standardLayout(settings.channels)
    context.bitRate = BigInt(settings.bitrate)
    context.timeBase = new Rational(1, settings.sampleRate)
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    const result = await context.open2(codec, Dictionary.fromObject(settings.options ?? {}))
    requireEncoded(result, `open the ${settings.codec} encoder`)
    return new AudioEncoder(context, settings)
  }

  async encode(channels: readonly Float32Array[]): Promise<Uint8Array[]> {
    const { sampleRate } = this.#settings
    const samples = Buffer.concat(
      channels.map((plane) => Buffer.from(plane.buffer, plane.byteOffset, plane.byteLength)),
    )
    const frame = Frame.fromAudioBuffer(samples, {
      nbSamples: this.frameSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate,
      channelLayout: standardLayout(channels.length),
      pts: BigInt(this.#position),
      timeBase: { num: 1, den: sampleRate },
    })
    this.#position += this.frameSamples
    try {
      requireEncoded(await this.#context.sendFrame(frame), 'encode audio')
    } finally {
      frame.free()
    }
    return this.#receive()
  }

  async finish(): Promise<Uint8Array[]> {
    requireEncoded(await this.#context.sendFrame(null), 'finish encoding audio')
    return this.#receive()
  }

  close(): void {
    this.#packet.free()
    this.#context.freeContext()
  }

  #receive(): Promise<Uint8Array[]> {
    return takePackets(this.#context, this.#packet, 'encoded audio', ({ data }) => Uint8Array.from(data!))
  }
}
