import { AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, FF_DECODER_PNG } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib'

/** Decodes a PNG to RGB in full range. */
export async function decodePng(png: Buffer): Promise<Frame> {
  const decoder = Codec.findDecoderByName(FF_DECODER_PNG)
  const context = new CodecContext()
  context.allocContext3(decoder)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  try {
    FFmpegError.throwIfError(await context.open2(decoder), 'open the PNG decoder')
    packet.data = png
    FFmpegError.throwIfError(await context.sendPacket(packet), 'decode a PNG')
    FFmpegError.throwIfError(await context.sendPacket(null), 'decode a PNG')
    FFmpegError.throwIfError(await context.receiveFrame(frame), 'decode a PNG')
    frame.colorRange = AVCOL_RANGE_JPEG
    frame.colorSpace = AVCOL_SPC_RGB
    return frame
  } finally {
    packet.free()
    context.freeContext()
  }
}
