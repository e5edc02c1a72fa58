import { AVCOL_TRC_UNSPECIFIED, type AVColorTransferCharacteristic } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib'
import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { LARGE_PIXELS, MAX_PIXELS } from '../../../api/media-limits.ts'
import { isHdrTransfer } from '../../../bitstream/colours.ts'
import type { VideoDecoder, VideoDecoderConfig } from '../../video-codecs.ts'
import type { VideoFrame } from '../../video-frame.ts'
import { videoCodecIds } from '../libav/codec-ids.ts'
import { fillPacket, isDrained, requireDecoded } from '../libav/codec-result.ts'
import { NativeFrame } from '../libav/native-frame.ts'

const DECODER_THREADS = 2
/** Largest frame for several threads. Each thread of most decoders holds one or two frames, 50 to 100 MB above 4K. */
const MAX_PIXELS_FOR_THREADS = 9_500_000

/** Opens a decoder that reuses one frame for all its output. */
export async function openVideoDecoder(config: VideoDecoderConfig): Promise<VideoDecoder> {
  const { codec: name, codedWidth, codedHeight, timescale, description, colours, onRefused } = config
  const codec = Codec.findDecoder(videoCodecIds[name])
  if (!codec) throw unsupportedMedia(`There is no decoder for ${name}.`)
  const context = new CodecContext()
  context.allocContext3(codec)
  if (description) context.extraData = Buffer.from(description)
  context.width = codedWidth
  context.height = codedHeight
  const pixels = codedWidth * codedHeight
  // With several threads the VP9 decoder reports no errors inside frames.
  const mayUseThreads = name !== 'vp9' && pixels <= MAX_PIXELS_FOR_THREADS
  context.threadCount = mayUseThreads ? DECODER_THREADS : 1
  context.pktTimebase = new Rational(1, timescale)
  // `strict` assumes the greatest reordering if a stream does not state its own. Otherwise frames may come out of
  // order.
  const options = Dictionary.fromObject({
    strict: '1',
    // Frame threads would return frames before their errors are known.
    thread_type: 'slice',
    max_pixels: String(MAX_PIXELS),
    // dav1d would otherwise decode several frames in parallel, and each holds its reference frames.
    ...(name === 'av1' && pixels > LARGE_PIXELS ? { max_frame_delay: '1' } : {}),
  })
  requireDecoded(await context.open2(codec, options), `open the ${name} decoder`)
  const { transfer } = colours ?? { transfer: AVCOL_TRC_UNSPECIFIED }
  // Frames of VP9 do not contain the transfer characteristic.
  const hdrTransfer = isHdrTransfer(transfer) ? (transfer as AVColorTransferCharacteristic) : null
  const input = new Packet()
  input.alloc()
  const frame = new Frame()
  frame.alloc()
  const videoFrame = new NativeFrame(frame)
  let lastSentTick = 0
  async function* readyFrames(): AsyncGenerator<VideoFrame, void> {
    for (;;) {
      const result = await context.receiveFrame(frame)
      if (isDrained(result)) return
      if (result >= 0) {
        if (hdrTransfer && frame.colorTrc === AVCOL_TRC_UNSPECIFIED) frame.colorTrc = hdrTransfer
        yield videoFrame
        frame.unref()
      } else {
        onRefused(lastSentTick)
      }
    }
  }
  return {
    async *decode(chunk) {
      fillPacket(input, chunk)
      input.isKeyframe = chunk.type === 'key'
      lastSentTick = chunk.timestamp
      const result = await context.sendPacket(input)
      if (result < 0 && !isDrained(result)) onRefused(lastSentTick)
      input.unref()
      yield* readyFrames()
    },
    async *flush() {
      await context.sendPacket(null)
      yield* readyFrames()
    },
    close() {
      input.free()
      frame.free()
      context.freeContext()
    },
  }
}
