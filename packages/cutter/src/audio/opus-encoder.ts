import { AV_CODEC_FLAG_GLOBAL_HEADER, AV_SAMPLE_FMT_FLT, FF_ENCODER_LIBOPUS } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { standardLayout } from '../codec/audio-converter.ts'
import { requireEncoded, takePackets } from '../codec/codec-result.ts'
import type { Samples } from './audio-frames.ts'

export const OPUS_RATE = 48_000
/** Samples that a packet of the usual 20 ms adds. */
export const OPUS_FRAME = 960

/** Encodes audio of 48 kHz that is given in frames of exactly OPUS_FRAME samples: one packet each. */
export class OpusEncoder {
  /** How much later than the audio that was given a decoder's audio is, in samples. */
  readonly delaySamples: number
  readonly #context: CodecContext
  readonly #channels: number
  readonly #packet = new Packet()
  #position = 0

  private constructor(context: CodecContext, channels: number) {
    this.#context = context
    this.#channels = channels
    this.#packet.alloc()
    // As the header of an Ogg stream says it, which the encoder gives along.
    this.delaySamples = Buffer.from(context.extraData ?? Buffer.alloc(19)).readUInt16LE(10)
  }

  static async open(channels: number, bitrate: number): Promise<OpusEncoder> {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS)
    const context = new CodecContext()
    context.allocContext3(codec)
    context.sampleRate = OPUS_RATE
    context.sampleFormat = AV_SAMPLE_FMT_FLT
    context.channelLayout = standardLayout(channels)
    context.bitRate = BigInt(bitrate)
    context.timeBase = new Rational(1, OPUS_RATE)
    context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    const options = Dictionary.fromObject({ application: 'audio', frame_duration: '20', vbr: 'on' })
    requireEncoded(await context.open2(codec, options), 'open the Opus encoder')
    return new OpusEncoder(context, channels)
  }

  async encode(samples: Samples): Promise<Uint8Array[]> {
    const interleaved = new Float32Array(OPUS_FRAME * this.#channels)
    for (const [channel, values] of samples.entries()) {
      for (let index = 0; index < OPUS_FRAME; index++) {
        interleaved[index * this.#channels + channel] = values[index]!
      }
    }
    const frame = Frame.fromAudioBuffer(Buffer.from(interleaved.buffer), {
      nbSamples: OPUS_FRAME,
      format: AV_SAMPLE_FMT_FLT,
      sampleRate: OPUS_RATE,
      channelLayout: standardLayout(this.#channels),
      pts: BigInt(this.#position),
      timeBase: { num: 1, den: OPUS_RATE },
    })
    this.#position += OPUS_FRAME
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
