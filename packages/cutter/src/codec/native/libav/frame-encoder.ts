import { AV_PICTURE_TYPE_NONE, type FFEncoderCodec } from 'node-av/constants'
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import type { VideoEncoder } from '../../video-codecs.ts'
import type { EncodedChunk } from '../../video-frame.ts'
import { requireEncoded, takePackets } from './codec-result.ts'
import { frameOf } from './native-frame.ts'

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
 * @param onPacket called with each packet, which is valid until the call returns
 */
export function frameEncoder(
  open: (frame: Frame) => Promise<CodecContext>,
  onPacket: (packet: Packet) => void = () => {},
): VideoEncoder {
  const packet = new Packet()
  packet.alloc()
  let context: CodecContext | null = null
  const takeChunks = (openedContext: CodecContext) =>
    takePackets(openedContext, packet, 'an encoded frame', (encodedPacket): EncodedChunk => {
      onPacket(encodedPacket)
      const { pts, isKeyframe, data } = encodedPacket
      return { type: isKeyframe ? 'key' : 'delta', timestamp: Number(pts), data: Uint8Array.from(data!) }
    })
  return {
    async encode(videoFrame, timestamp = videoFrame.timestamp) {
      const frame = frameOf(videoFrame)
      context ??= await open(frame)
      frame.pts = BigInt(timestamp)
      // An encoder would follow the frame type of the source.
      frame.pictType = AV_PICTURE_TYPE_NONE
      requireEncoded(await context.sendFrame(frame), 'encode a frame')
      return takeChunks(context)
    },
    async flush() {
      if (!context) return []
      requireEncoded(await context.sendFrame(null), 'finish encoding')
      return takeChunks(context)
    },
    close() {
      packet.free()
      context?.freeContext()
      context = null
    },
  }
}
