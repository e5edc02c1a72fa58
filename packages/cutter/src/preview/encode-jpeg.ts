import {
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_RANGE_JPEG,
  FF_ENCODER_MJPEG,
  FF_QP2LAMBDA,
} from 'node-av/constants'
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import { requireEncoded } from '../codec/codec-result.ts'

/** @param quality lower is better and larger; 2..31 */
export async function encodeJpeg(frame: Frame, quality: number): Promise<Uint8Array> {
  const codec = Codec.findEncoderByName(FF_ENCODER_MJPEG)
  const context = new CodecContext()
  const packet = new Packet()
  context.allocContext3(codec)
  packet.alloc()
  try {
    context.width = frame.width
    context.height = frame.height
    context.pixelFormat = AV_PIX_FMT_YUVJ420P
    context.colorRange = AVCOL_RANGE_JPEG
    context.timeBase = new Rational(1, 1)
    context.globalQuality = quality * FF_QP2LAMBDA
    context.setFlags(AV_CODEC_FLAG_QSCALE)
    requireEncoded(await context.open2(codec), 'open the JPEG encoder')
    frame.pts = 0n
    frame.quality = context.globalQuality
    requireEncoded(await context.sendFrame(frame), 'encode a JPEG')
    requireEncoded(await context.sendFrame(null), 'encode a JPEG')
    requireEncoded(await context.receivePacket(packet), 'encode a JPEG')
    return Uint8Array.from(packet.data!)
  } finally {
    packet.free()
    context.freeContext()
  }
}
