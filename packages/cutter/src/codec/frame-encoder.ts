import { AV_PICTURE_TYPE_NONE, type FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import { requireEncoded, takePackets } from './codec-result.ts'

interface EncoderTiming {
  /** Ticks per second of the frames' timestamps. */
  timescale: number
  frameRate: number
  threads: number
}

/** Prepares a codec and a context with the size, pixel format and colours of a frame. The caller opens the context. */
export function contextFor(frame: Frame, name: FFEncoderCodec, { timescale, frameRate, threads }: EncoderTiming) {
  const codec = Codec.findEncoderByName(name)
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = frame.width
  context.height = frame.height
  context.pixelFormat = frame.format as CodecContext['pixelFormat']
  context.sampleAspectRatio = frame.sampleAspectRatio
  context.colorRange = frame.colorRange
  context.colorPrimaries = frame.colorPrimaries
  context.colorTrc = frame.colorTrc
  context.colorSpace = frame.colorSpace
  context.timeBase = new Rational(1, timescale)
  context.framerate = new Rational(Math.max(1, Math.round(frameRate * 1000)), 1000)
  context.threadCount = threads
  return { codec, context }
}

/**
 * Encodes frames of one size.
 * @param open opens the context for the first frame
 * @param read copies the needed fields of a packet
 */
export function frameEncoder<T>(open: (frame: Frame) => Promise<CodecContext>, read: (packet: Packet) => T) {
  const packet = new Packet()
  packet.alloc()
  let context: CodecContext | null = null
  return {
    async encode(frame: Frame): Promise<T[]> {
      context ??= await open(frame)
      // An encoder would follow the frame type of the source.
      frame.pictType = AV_PICTURE_TYPE_NONE
      requireEncoded(await context.sendFrame(frame), 'encode a frame')
      return takePackets(context, packet, 'an encoded frame', read)
    },
    async finish(): Promise<T[]> {
      if (!context) return []
      requireEncoded(await context.sendFrame(null), 'finish encoding')
      return takePackets(context, packet, 'an encoded frame', read)
    },
    close(): void {
      packet.free()
      context?.freeContext()
      context = null
    },
  }
}
