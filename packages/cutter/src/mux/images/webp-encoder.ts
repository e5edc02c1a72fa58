import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBWEBP } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { requireEncoded } from '../../codec/codec-result.ts'
import type { FrameSize } from '../../plan/scaled-size.ts'

/** 0..100, higher is better and larger. */
const QUALITY = '70'
const FILE_HEADER_BYTES = 12

/** Encodes single frames to the chunk that a WebP file holds them in. */
export class WebpEncoder {
  readonly #context: CodecContext
  readonly #packet = new Packet()
  #frames = 0

  private constructor(context: CodecContext) {
    this.#context = context
    this.#packet.alloc()
  }

  static async open({ width, height }: FrameSize): Promise<WebpEncoder> {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBWEBP)
    const context = new CodecContext()
    context.allocContext3(codec)
    context.width = width
    context.height = height
    context.pixelFormat = AV_PIX_FMT_YUV420P
    context.timeBase = new Rational(1, 1000)
    requireEncoded(await context.open2(codec, Dictionary.fromObject({ quality: QUALITY })), 'open the WebP encoder')
    return new WebpEncoder(context)
  }

  async encode(frame: Frame): Promise<Uint8Array> {
    frame.pts = BigInt(this.#frames++)
    requireEncoded(await this.#context.sendFrame(frame), 'encode a WebP frame')
    requireEncoded(await this.#context.receivePacket(this.#packet), 'encode a WebP frame')
    // The encoder makes a file of each; what is in it is wanted alone.
    const chunk = Uint8Array.from(this.#packet.data!.subarray(FILE_HEADER_BYTES))
    this.#packet.unref()
    return chunk
  }

  close(): void {
    this.#packet.free()
    this.#context.freeContext()
  }
}
