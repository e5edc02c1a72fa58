import type { AVPixelFormat, FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { requireEncoded, takePackets } from './codec-result.ts'

export interface ImageEncoderSettings {
  encoder: FFEncoderCodec
  width: number
  height: number
  pixelFormat: AVPixelFormat
  ticksPerSecond: number
  options?: Record<string, string>
  configure?(context: CodecContext): void
}

/** Opens an encoder of images. `encode` returns what is ready; null ends. */
export async function openImageEncoder(settings: ImageEncoderSettings) {
  const codec = Codec.findEncoderByName(settings.encoder)
  const context = new CodecContext()
  const packet = new Packet()
  context.allocContext3(codec)
  packet.alloc()
  context.width = settings.width
  context.height = settings.height
  context.pixelFormat = settings.pixelFormat
  context.timeBase = new Rational(1, settings.ticksPerSecond)
  settings.configure?.(context)
  const close = () => {
    packet.free()
    context.freeContext()
  }
  try {
    const options = Dictionary.fromObject(settings.options ?? {})
    requireEncoded(await context.open2(codec, options), `open the ${settings.encoder} encoder`)
  } catch (error) {
    close()
    throw error
  }
  return {
    async encode(frame: Frame | null): Promise<{ pts: number; data: Uint8Array }[]> {
      requireEncoded(await context.sendFrame(frame), 'encode an image')
      return takePackets(context, packet, 'an image', ({ pts, data }) => ({
        pts: Number(pts),
        data: Uint8Array.from(data!),
      }))
    },
    close,
  }
}

/** Encodes a single image. */
export async function encodeImage(
  frame: Frame,
  settings: Omit<ImageEncoderSettings, 'width' | 'height' | 'ticksPerSecond'>,
): Promise<Uint8Array> {
  const encoder = await openImageEncoder({ ...settings, width: frame.width, height: frame.height, ticksPerSecond: 1 })
  try {
    frame.pts = 0n
    const images = [...(await encoder.encode(frame)), ...(await encoder.encode(null))]
    return images[0]!.data
  } finally {
    encoder.close()
  }
}
