import { AVCOL_TRC_UNSPECIFIED, type AVColorTransferCharacteristic } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import { LARGE_PIXELS, MOST_PIXELS } from '../api/media-limits.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type Colours, isHdrTransfer } from '../bitstream/colours.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import { videoCodecIds } from './codec-ids.ts'
import { fillPacket, isDrained, requireDecoded } from './codec-result.ts'

export interface FrameStream {
  codec: VideoCodecName
  width: number
  height: number
  timescale: number
  /** The codec configuration (avcC, hvcC ...) of each sample entry; null when the packets carry it. */
  configurations: (Uint8Array | null)[]
  /** As the container names them. */
  colours: Colours | null
}

const DECODER_THREADS = 2
/** Each thread of most decoders holds a frame or two of its own; of more than 4K that is 50 to 100 MB each. */
const MOST_PIXELS_FOR_THREADS = 9_500_000

/**
 * Decodes packets (in decode order) to frames (in presentation order). A yielded frame is valid until the next one
 * is asked for; its pts is in ticks. Damaged packets are skipped, as players do: the caller checks that frames came.
 * @param onRefused called with the time, in ticks, of each packet that the decoder could make nothing of
 */
export async function* decodeFrames(
  stream: FrameStream,
  packets: Packets,
  signal: AbortSignal | undefined,
  onRefused: (tick: number) => void = () => {},
): AsyncGenerator<Frame, void> {
  const frame = new Frame()
  frame.alloc()
  let decoder: FrameDecoder | null = null
  try {
    for await (const packet of packets) {
      throwIfCancelled(signal)
      if (decoder?.entryIndex !== packet.entryIndex) {
        yield* decoder?.drain(frame) ?? []
        decoder?.close()
        decoder = await openFrameDecoder(stream, packet.entryIndex, onRefused)
      }
      await decoder.send(packet)
      yield* decoder.ready(frame)
      throwIfCancelled(signal)
    }
    yield* decoder?.drain(frame) ?? []
  } finally {
    decoder?.close()
    frame.free()
  }
}

type FrameDecoder = Awaited<ReturnType<typeof openFrameDecoder>>

async function openFrameDecoder(stream: FrameStream, entryIndex: number, onRefused: (tick: number) => void) {
  const codec = Codec.findDecoder(videoCodecIds[stream.codec])
  if (!codec) throw unsupportedMedia(`There is no decoder for ${stream.codec}.`)
  const context = new CodecContext()
  context.allocContext3(codec)
  const configuration = stream.configurations[entryIndex]
  if (configuration) context.extraData = Buffer.from(configuration)
  context.width = stream.width
  context.height = stream.height
  const pixels = stream.width * stream.height
  // With several threads the decoder of VP9 reports no errors inside of frames.
  const mayShare = stream.codec !== 'vp9' && pixels <= MOST_PIXELS_FOR_THREADS
  context.threadCount = mayShare ? DECODER_THREADS : 1
  context.pktTimebase = new Rational(1, stream.timescale)
  // Strict: a stream that does not say how far it reorders is given the most it could, or frames come out of order.
  const options = Dictionary.fromObject({
    strict: '1',
    // Frames decoded side by side are handed out before it is known whether there are errors in them.
    thread_type: 'slice',
    max_pixels: String(MOST_PIXELS),
    // Otherwise dav1d decodes several at once, each of which holds its reference frames.
    ...(stream.codec === 'av1' && pixels > LARGE_PIXELS ? { max_frame_delay: '1' } : {}),
  })
  requireDecoded(await context.open2(codec, options), `open the ${stream.codec} decoder`)
  const { transfer } = stream.colours ?? { transfer: AVCOL_TRC_UNSPECIFIED }
  // VP9 does not name it in its frames.
  const hdrTransfer = isHdrTransfer(transfer) ? (transfer as AVColorTransferCharacteristic) : null
  const held = new Packet()
  held.alloc()
  let sentTick = 0
  async function* ready(frame: Frame): AsyncGenerator<Frame, void> {
    for (;;) {
      const result = await context.receiveFrame(frame)
      if (isDrained(result)) return
      if (result >= 0) {
        if (hdrTransfer && frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = hdrTransfer
        yield frame
        frame.unref()
      } else {
        onRefused(sentTick)
      }
    }
  }
  return {
    entryIndex,
    ready,
    async send(packet: LoadedPacket): Promise<void> {
      fillPacket(held, packet)
      held.isKeyframe = packet.isSync
      sentTick = packet.pts
      const result = await context.sendPacket(held)
      if (result < 0 && !isDrained(result)) onRefused(sentTick)
      held.unref()
    },
    async *drain(frame: Frame): AsyncGenerator<Frame, void> {
      await context.sendPacket(null)
      yield* ready(frame)
    },
    close(): void {
      held.free()
      context.freeContext()
    },
  }
}
