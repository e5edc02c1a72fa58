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
  /** Codec configuration (avcC, hvcC ...) of each sample entry; null if the packets contain it. */
  configurations: (Uint8Array | null)[]
  /** Colours as the container describes them. */
  colours: Colours | null
}

const DECODER_THREADS = 2
/** Largest frame for several threads. Each thread of most decoders holds one or two frames, 50 to 100 MB above 4K. */
const MOST_PIXELS_FOR_THREADS = 9_500_000

/**
 * Decodes packets (in decode order) to frames (in presentation order). A yielded frame is valid until the next one is
 * requested; its pts is in ticks. Damaged packets are skipped, as players do, so the caller must check that no frame is
 * missing.
 * @param onRefused called with the tick of each packet that the decoder could not decode
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
      yield* decoder.readyFrames(frame)
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
  // With several threads the VP9 decoder reports no errors inside frames.
  const mayUseThreads = stream.codec !== 'vp9' && pixels <= MOST_PIXELS_FOR_THREADS
  context.threadCount = mayUseThreads ? DECODER_THREADS : 1
  context.pktTimebase = new Rational(1, stream.timescale)
  // `strict` assumes the greatest reordering if a stream does not state its own. Otherwise frames may come out of
  // order.
  const options = Dictionary.fromObject({
    strict: '1',
    // Frame threads would return frames before their errors are known.
    thread_type: 'slice',
    max_pixels: String(MOST_PIXELS),
    // dav1d would otherwise decode several frames in parallel, and each holds its reference frames.
    ...(stream.codec === 'av1' && pixels > LARGE_PIXELS ? { max_frame_delay: '1' } : {}),
  })
  requireDecoded(await context.open2(codec, options), `open the ${stream.codec} decoder`)
  const { transfer } = stream.colours ?? { transfer: AVCOL_TRC_UNSPECIFIED }
  // Frames of VP9 do not contain the transfer characteristic.
  const hdrTransfer = isHdrTransfer(transfer) ? (transfer as AVColorTransferCharacteristic) : null
  const input = new Packet()
  input.alloc()
  let lastSentTick = 0
  async function* readyFrames(frame: Frame): AsyncGenerator<Frame, void> {
    for (;;) {
      const result = await context.receiveFrame(frame)
      if (isDrained(result)) return
      if (result >= 0) {
        if (hdrTransfer && frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = hdrTransfer
        yield frame
        frame.unref()
      } else {
        onRefused(lastSentTick)
      }
    }
  }
  return {
    entryIndex,
    readyFrames,
    async send(packet: LoadedPacket): Promise<void> {
      fillPacket(input, packet)
      input.isKeyframe = packet.isSync
      lastSentTick = packet.pts
      const result = await context.sendPacket(input)
      if (result < 0 && !isDrained(result)) onRefused(lastSentTick)
      input.unref()
    },
    async *drain(frame: Frame): AsyncGenerator<Frame, void> {
      await context.sendPacket(null)
      yield* readyFrames(frame)
    },
    close(): void {
      input.free()
      context.freeContext()
    },
  }
}
