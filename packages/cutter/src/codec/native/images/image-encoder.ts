import {
  AV_CODEC_FLAG_QSCALE,
  AVCOL_RANGE_JPEG,
  FF_ENCODER_LIBWEBP_ANIM,
  FF_ENCODER_MJPEG,
  FF_ENCODER_PNG,
  FF_QP2LAMBDA,
  type FFEncoderCodec,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Rational } from 'node-av/lib'
import type { VideoEncoder } from '../../video-codecs.ts'
import type { VideoFrame } from '../../video-frame.ts'
import { requireEncoded } from '../libav/codec-result.ts'
import { frameEncoder } from '../libav/frame-encoder.ts'
import { frameOf } from '../libav/native-frame.ts'

export interface ImageEncoderSettings {
  encoder: FFEncoderCodec
  ticksPerSecond: number
  options?: Record<string, string>
  configure?(context: CodecContext): void
}

/** Quality of JPEG, from 2 to 31; lower is better and larger. */
const JPEG_QUALITY = 4 * FF_QP2LAMBDA

const PNG: ImageEncoderSettings = { encoder: FF_ENCODER_PNG, ticksPerSecond: 1, options: { pred: 'mixed' } }
const JPEG: ImageEncoderSettings = {
  encoder: FF_ENCODER_MJPEG,
  ticksPerSecond: 1,
  configure(context) {
    context.colorRange = AVCOL_RANGE_JPEG
    context.globalQuality = JPEG_QUALITY
    context.setFlags(AV_CODEC_FLAG_QSCALE)
  },
}
/** `quality` is from 0 to 100; a higher value gives better and larger files. */
const WEBP: ImageEncoderSettings = {
  encoder: FF_ENCODER_LIBWEBP_ANIM,
  ticksPerSecond: 1000,
  options: { quality: '70' },
}

/** Opens an encoder of images. The first frame determines size and pixel format. */
export function imageEncoder({ encoder, ticksPerSecond, options = {}, configure }: ImageEncoderSettings): VideoEncoder {
  const open = async ({ width, height, format }: Frame): Promise<CodecContext> => {
    const codec = Codec.findEncoderByName(encoder)
    const context = new CodecContext()
    context.allocContext3(codec)
    Object.assign(context, { width, height, pixelFormat: format, timeBase: new Rational(1, ticksPerSecond) })
    configure?.(context)
    requireEncoded(await context.open2(codec, Dictionary.fromObject(options)), `open the ${encoder} encoder`)
    return context
  }
  return frameEncoder(open)
}

export const webpEncoder = (): VideoEncoder => imageEncoder(WEBP)

export async function encodeImage(frame: VideoFrame, kind: 'png' | 'jpeg'): Promise<Uint8Array> {
  const encoder = imageEncoder(kind === 'png' ? PNG : JPEG)
  if (kind === 'jpeg') frameOf(frame).quality = JPEG_QUALITY
  try {
    const images = [...(await encoder.encode(frame, 0)), ...(await encoder.flush())]
    return images[0]!.data
  } finally {
    encoder.close()
  }
}
