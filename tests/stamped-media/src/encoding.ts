import { AV_LOG_ERROR, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import type { CodecContext, Frame } from 'node-av/lib'
import { FFmpegError, Log, Packet } from 'node-av/lib'

// Encoders would print their statistics to stderr, into the output of tests.
Log.setLevel(AV_LOG_ERROR)

/** An opened encoder and its packets, in decoding order with timestamps in `context.timeBase`. */
export interface Encoding {
  context: CodecContext
  /** Can be iterated once. Its end frees the encoder. The caller owns each packet. */
  packets: AsyncGenerator<Packet, void, undefined>
}

/**
 * Sends frames to an opened encoder and yields its packets. Frees the frames and the encoder. Encodes synchronously:
 * small frames take less time than a turn of the event loop.
 */
export async function* encodeFrames(
  context: CodecContext,
  frames: Iterable<Frame> | AsyncIterable<Frame>,
): AsyncGenerator<Packet, void> {
  try {
    for await (const frame of frames) {
      FFmpegError.throwIfError(context.sendFrameSync(frame), 'sendFrame')
      frame.free()
      yield* readyPackets(context)
    }
    FFmpegError.throwIfError(context.sendFrameSync(null), 'sendFrame')
    yield* readyPackets(context)
  } finally {
    context.freeContext()
  }
}

function* readyPackets(context: CodecContext): Generator<Packet, void> {
  for (;;) {
    const packet = new Packet()
    packet.alloc()
    const result = context.receivePacketSync(packet)
    if (result === AVERROR_EAGAIN || result === AVERROR_EOF) {
      packet.free()
      return
    }
    FFmpegError.throwIfError(result, 'receivePacket')
    yield packet
  }
}
