import { AV_CODEC_ID_GIF, AV_CODEC_ID_PNG, AV_CODEC_ID_WEBP } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib'
import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { ImageKind } from '../../codecs.ts'
import type { VideoFrame } from '../../video-frame.ts'
import { isDrained, requireDecoded } from '../libav/codec-result.ts'
import { NativeFrame } from '../libav/native-frame.ts'

const CODEC_IDS = { gif: AV_CODEC_ID_GIF, png: AV_CODEC_ID_PNG, webp: AV_CODEC_ID_WEBP } as const

export async function* decodeImages(kind: ImageKind, images: Iterable<Uint8Array>): AsyncGenerator<VideoFrame, void> {
  const codec = Codec.findDecoder(CODEC_IDS[kind])
  if (!codec) throw unsupportedMedia(`There is no decoder for ${kind}.`)
  const context = new CodecContext()
  const packet = new Packet()
  const frame = new Frame()
  context.allocContext3(codec)
  packet.alloc()
  frame.alloc()
  const videoFrame = new NativeFrame(frame)
  try {
    context.threadCount = 1
    requireDecoded(await context.open2(codec), `open the ${kind} decoder`)
    for (const image of [...images, null]) {
      if (image) packet.data = Buffer.from(image)
      requireDecoded(await context.sendPacket(image ? packet : null), `decode a ${kind} frame`)
      packet.unref()
      for (;;) {
        const result = await context.receiveFrame(frame)
        if (isDrained(result)) break
        requireDecoded(result, `decode a ${kind} frame`)
        yield videoFrame
        frame.unref()
      }
    }
  } finally {
    packet.free()
    frame.free()
    context.freeContext()
  }
}
