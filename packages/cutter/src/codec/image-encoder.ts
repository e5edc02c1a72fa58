import type { FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Rational } from 'node-av/lib'
import { requireEncoded } from './codec-result.ts'
import { frameEncoder } from './frame-encoder.ts'

export interface ImageEncoderSettings {
  encoder: FFEncoderCodec
  ticksPerSecond: number
  options?: Record<string, string>
  configure?(context: CodecContext): void
}

/** Opens an encoder of images. The first frame determines size and pixel format. */
export function imageEncoder({ encoder, ticksPerSecond, options = {}, configure }: ImageEncoderSettings) {
  const open = async ({ width, height, format }: Frame): Promise<CodecContext> => {
    const codec = Codec.findEncoderByName(encoder)
    const context = new CodecContext()
    context.allocContext3(codec)
    Object.assign(context, { width, height, pixelFormat: format, timeBase: new Rational(1, ticksPerSecond) })
    configure?.(context)
    requireEncoded(await context.open2(codec, Dictionary.fromObject(options)), `open the ${encoder} encoder`)
    return context
  }
  return frameEncoder(open, ({ pts, data }) => ({ pts: Number(pts), data: Uint8Array.from(data!) }))
}

export async function encodeImage(
  frame: Frame,
  settings: Omit<ImageEncoderSettings, 'ticksPerSecond'>,
): Promise<Uint8Array> {
  const encoder = imageEncoder({ ...settings, ticksPerSecond: 1 })
  try {
    frame.pts = 0n
    const images = [...(await encoder.encode(frame)), ...(await encoder.finish())]
    return images[0]!.data
  } finally {
    encoder.close()
  }
}
