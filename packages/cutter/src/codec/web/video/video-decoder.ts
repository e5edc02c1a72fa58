import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { MAX_PIXELS } from '../../../api/media-limits.ts'
import type { VideoDecoder, VideoDecoderConfig } from '../../video-codecs.ts'
import type { EncodedChunk, VideoFrame } from '../../video-frame.ts'
import { colorSpaceOf } from '../frames/colour-space.ts'
import { WebFrame } from '../frames/web-frame.ts'
import { stateSignal } from '../shared/state-signal.ts'
import { supportedDecoderConfig } from './decoder-config.ts'
import { openStart } from './open-start.ts'
import { MAX_REORDERING, presentationOrder } from './presentation-order.ts'
import { withReorderingInConfiguration, withReorderingInStream } from './stated-reordering.ts'

type BrowserDecoder = globalThis.VideoDecoder

/** Number of chunks that wait in the browser's decoder. A few keep its threads busy. */
const MAX_QUEUED_CHUNKS = 4
/** Time of the first chunk, so that frames which are shown before it have a time above zero. */
const FIRST_MICROSECONDS = 60_000_000

/** Opens a decoder of WebCodecs. After an error a new one is opened, which begins at the next keyframe. */
export async function openVideoDecoder(config: VideoDecoderConfig): Promise<VideoDecoder> {
  const { codec, codedWidth, codedHeight, timescale, description, colours, onRefused } = config
  if (codedWidth * codedHeight > MAX_PIXELS) throw unsupportedMedia('Frames of this size cannot be decoded.')
  const isReordered = codec === 'h264' || codec === 'hevc'
  const order = presentationOrder<WebFrame>(isReordered ? MAX_REORDERING : 0)
  const signal = stateSignal()
  /** Chunks whose frames are awaited, by the time that the browser knows them by. */
  const sentChunks = new Map<number, ReturnType<typeof order.send>>()
  let browserConfig: globalThis.VideoDecoderConfig | null = null
  let decoder: BrowserDecoder | null = null
  let baseTick: number | null = null
  /** Tick of a keyframe of an open GOP, where decoding began. Leading frames before it refer to the GOP before. */
  let firstTick = Number.NEGATIVE_INFINITY
  let start: ReturnType<typeof openStart> = null

  const isH264 = codec === 'h264'
  const browserDescription = description && isH264 ? withReorderingInConfiguration(description) : description
  const isStream = isH264 && description === null

  const configFor = async (firstChunk: Uint8Array | null): Promise<globalThis.VideoDecoderConfig> => ({
    ...(await supportedDecoderConfig({
      codec,
      width: codedWidth,
      height: codedHeight,
      description: browserDescription,
      firstChunk,
    })),
    ...(colours && { colorSpace: colorSpaceOf(colours) }),
  })
  // Chunks with a configuration of their own name their profile: it is known with the first one.
  if (description) browserConfig = await configFor(null)

  const abandon = (): void => {
    decoder = null
    sentChunks.clear()
    for (const tick of order.abandonPending()) onRefused(tick)
    signal.notify()
  }

  const open = (openConfig: globalThis.VideoDecoderConfig): BrowserDecoder => {
    const opened: BrowserDecoder = new globalThis.VideoDecoder({
      output(frame) {
        const chunk = sentChunks.get(frame.timestamp)
        sentChunks.delete(frame.timestamp)
        if (!chunk || !order.add(chunk, new WebFrame(frame, chunk.tick))) frame.close()
        signal.notify()
      },
      error() {
        if (decoder === opened) abandon()
      },
    })
    opened.ondequeue = signal.notify
    opened.configure(openConfig)
    return opened
  }

  /** The time of a chunk in whole microseconds, which no other awaited chunk has. */
  const microsecondsOf = (tick: number): number => {
    baseTick ??= tick
    let microseconds = FIRST_MICROSECONDS + Math.round(((tick - baseTick) * 1e6) / timescale)
    while (sentChunks.has(microseconds)) microseconds += 1
    return microseconds
  }

  const send = (target: BrowserDecoder, { type, timestamp: tick, data }: EncodedChunk): void => {
    const timestamp = microsecondsOf(tick)
    sentChunks.set(timestamp, order.send(tick))
    try {
      target.decode(new EncodedVideoChunk({ type, timestamp, data }))
    } catch {
      // The browser saw that the first chunk is no keyframe.
      target.close()
      abandon()
    }
  }

  function* takeFrames(takeNext: () => WebFrame | null): Generator<VideoFrame, void> {
    for (let frame = takeNext(); frame; frame = takeNext()) {
      try {
        yield frame
      } finally {
        frame.close()
      }
    }
  }

  return {
    async *decode(chunk) {
      const { type, timestamp: tick, data } = chunk
      const isFirst = decoder === null
      // A decoder of a browser begins only at a keyframe, and ends at a frame without its references.
      const isUndecodable = isFirst ? type !== 'key' && baseTick !== null : tick < firstTick
      if (isUndecodable) {
        onRefused(tick)
      } else {
        browserConfig ??= await configFor(data)
        decoder ??= open(browserConfig)
        if (isFirst) {
          start = isH264 ? openStart(data, description) : null
          firstTick = start ? tick : Number.NEGATIVE_INFINITY
        }
        const changedData = start?.change(data) ?? data
        send(decoder, {
          type: isFirst ? 'key' : type,
          timestamp: tick,
          data: isStream ? withReorderingInStream(changedData) : changedData,
        })
        while (decoder && decoder.decodeQueueSize > MAX_QUEUED_CHUNKS) await signal.next()
      }
      yield* takeFrames(order.take)
    },
    async *flush() {
      // A failed flush is an error of the decoder, which refuses its chunks.
      await decoder?.flush().catch(() => {})
      order.abandonPending()
      yield* takeFrames(order.takeAny)
    },
    close() {
      const closing = decoder
      decoder = null
      if (closing && closing.state !== 'closed') closing.close()
      for (const frame of order.clear()) frame.close()
    },
  }
}
