import { AV_LOG_ERROR, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import type { CodecContext, Frame } from 'node-av/lib'
import { FFmpegError, Log, Packet } from 'node-av/lib'

// Encoders report their statistics on stderr otherwise, in the middle of a test's own output.
Log.setLevel(AV_LOG_ERROR)

/** An opened encoder and the packets it will give, in decode order with times in `context.timeBase`. */
export interface Encoding {
  context: CodecContext
  /** Can be iterated once; frees the encoder at its end. The caller owns each packet. */
  packets: AsyncGenerator<Packet, void, undefined>
}

/**
 * Feeds frames to an opened encoder and gives its packets; takes care of freeing frames and encoder. Without a turn of the event loop for
 * each of them: frames as small as these are encoded in less time than one takes.
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
