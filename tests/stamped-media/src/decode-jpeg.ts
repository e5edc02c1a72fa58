import { FF_DECODER_MJPEG } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, Frame, Packet } from 'node-av/lib'

/** Decodes a JPEG to its size and the luma of its pixels. */
export async function decodeJpeg(jpeg: Uint8Array) {
  const decoder = Codec.findDecoderByName(FF_DECODER_MJPEG)
  const context = new CodecContext()
  context.allocContext3(decoder)
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  try {
    FFmpegError.throwIfError(await context.open2(decoder), 'open the JPEG decoder')
    packet.data = Buffer.from(jpeg)
    FFmpegError.throwIfError(await context.sendPacket(packet), 'decode a JPEG')
    FFmpegError.throwIfError(await context.sendPacket(null), 'decode a JPEG')
    FFmpegError.throwIfError(await context.receiveFrame(frame), 'decode a JPEG')
    const { width, height } = frame
    const luma = frame.toBuffer().subarray(0, width * height)
    return { width, height, at: (x: number, y: number) => luma[y * width + x]! }
  } finally {
    packet.free()
    frame.free()
    context.freeContext()
  }
}
