import { AV_PIX_FMT_RGB24, FF_ENCODER_PNG } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'
import { requireEncoded } from '../../codec/codec-result.ts'

/** The frame without loss. @param frame RGB of 8 bits a colour */
export async function encodePng(frame: Frame): Promise<Uint8Array> {
  const codec = Codec.findEncoderByName(FF_ENCODER_PNG)
  const context = new CodecContext()
  const packet = new Packet()
  context.allocContext3(codec)
  packet.alloc()
  try {
    context.width = frame.width
    context.height = frame.height
    context.pixelFormat = AV_PIX_FMT_RGB24
    context.timeBase = new Rational(1, 1)
    requireEncoded(await context.open2(codec, Dictionary.fromObject({ pred: 'mixed' })), 'open the PNG encoder')
    frame.pts = 0n
    requireEncoded(await context.sendFrame(frame), 'encode a PNG')
    requireEncoded(await context.sendFrame(null), 'encode a PNG')
    requireEncoded(await context.receivePacket(packet), 'encode a PNG')
    return Uint8Array.from(packet.data!)
  } finally {
    packet.free()
    context.freeContext()
  }
}
