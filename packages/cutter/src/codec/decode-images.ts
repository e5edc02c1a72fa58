import { AV_CODEC_ID_GIF, AV_CODEC_ID_PNG, AV_CODEC_ID_WEBP } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { CutterError } from '../api/cutter-error.ts'
import { isDrained, requireDecoded } from './codec-result.ts'

export type ImageCodecName = 'gif' | 'png' | 'webp'

const CODEC_IDS = { gif: AV_CODEC_ID_GIF, png: AV_CODEC_ID_PNG, webp: AV_CODEC_ID_WEBP } as const

/** Decodes images, or the frames of one that moves, in their order. A yielded frame is valid until the next one. */
export async function* decodeImages(
  codecName: ImageCodecName,
  images: Iterable<Uint8Array>,
): AsyncGenerator<Frame, void> {
  const codec = Codec.findDecoder(CODEC_IDS[codecName])
  if (!codec) throw new CutterError('unsupported_media', `There is no decoder for ${codecName}.`)
  const context = new CodecContext()
  const packet = new Packet()
  const frame = new Frame()
  context.allocContext3(codec)
  packet.alloc()
  frame.alloc()
  try {
    context.threadCount = 1
    requireDecoded(await context.open2(codec), `open the ${codecName} decoder`)
    for (const image of [...images, null]) {
      if (image) packet.data = Buffer.from(image)
      requireDecoded(await context.sendPacket(image ? packet : null), `decode a ${codecName} frame`)
      packet.unref()
      for (;;) {
        const result = await context.receiveFrame(frame)
        if (isDrained(result)) break
        requireDecoded(result, `decode a ${codecName} frame`)
        yield frame
        frame.unref()
      }
    }
  } finally {
    packet.free()
    frame.free()
    context.freeContext()
  }
}
