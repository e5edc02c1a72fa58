import type { FramePlace } from '@kerf/contract/video'
import { TYPED_TIME_TOLERANCE_SECONDS as TOLERANCE_SECONDS } from '@kerf/cutter/api/time-range'
import { BufferSource, CanvasSink, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { ShownFrame } from './shown-frame.ts'

/** Number of frames on either side that are decoded with the requested frame. */
const NEIGHBOUR_FRAMES = 12
/** Maximum number of decoded frames of one GOP that are kept. */
const MAX_DECODED_FRAMES = 48
const HDR_TRANSFERS: readonly (string | null | undefined)[] = ['pq', 'hlg']

interface Decoding {
  /** The requested frame; null where every caller aborted first, or decoding failed. */
  frame: Promise<ShownFrame | null>
  /** Settles when the neighbours are decoded too. Rejects if decoding fails. */
  end: Promise<void>
  /** Number of callers that wait for this decoding. */
  waiting: number
}

export type DecodedGop = NonNullable<Awaited<ReturnType<typeof openGop>>>

/**
 * Opens a GOP that the server sent as MP4. Each frame is decoded on request, together with its neighbours.
 * @returns null where this browser cannot decode it, or the video is HDR and its colours would differ from the clip's
 */
export async function openGop(bytes: ArrayBuffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  const colours = await track?.getColorSpace()
  if (!track || HDR_TRANSFERS.includes(colours?.transfer) || !(await track.canDecode())) return null
  const frameTimes: number[] = []
  let totalSeconds = 0
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    frameTimes.push(timestamp)
    totalSeconds += duration
  }
  frameTimes.sort((a, b) => a - b)
  const startTime = frameTimes[0] ?? 0
  const endTime = startTime + totalSeconds
  const sink = new CanvasSink(track)
  /** Running decodings, by index of the requested frame. */
  const decodings = new Map<number, Decoding>()
  /** Decoded frames by index, least recently used first. */
  const decodedFrames = new Map<number, ShownFrame>()

  function cacheFrame(index: number, frame: ShownFrame): void {
    decodedFrames.delete(index)
    decodedFrames.set(index, frame)
    const [oldest] = decodedFrames.keys()
    if (decodedFrames.size > MAX_DECODED_FRAMES && oldest !== undefined) decodedFrames.delete(oldest)
  }

  function beginDecoding(index: number): Decoding {
    const requestedFrame = Promise.withResolvers<ShownFrame | null>()
    const decoding: Decoding = { frame: requestedFrame.promise, end: Promise.resolve(), waiting: 0 }
    async function run(): Promise<void> {
      // The requested frame and those after it come first, because steps back are less usual.
      const timeRanges = [
        [frameTimes[index]!, frameTimes[index + NEIGHBOUR_FRAMES] ?? endTime],
        [frameTimes[Math.max(0, index - NEIGHBOUR_FRAMES)]!, frameTimes[index]!],
      ] as const
      for (const [from, to] of timeRanges.filter(([from, to]) => from < to))
        for await (const { canvas, timestamp } of sink.canvases(from, to)) {
          const frameIndex = nearestIndex(frameTimes, timestamp)
          const frame = { image: canvas, seconds: frameTimes[frameIndex]! }
          cacheFrame(frameIndex, frame)
          if (frameIndex === index) requestedFrame.resolve(frame)
          if (decoding.waiting === 0) return forgetDecoding()
        }
    }
    // Later requests for this frame start a new decoding.
    function forgetDecoding(): void {
      if (decodings.get(index) === decoding) decodings.delete(index)
    }
    decodings.set(index, decoding)
    decoding.end = run().finally(() => {
      forgetDecoding()
      requestedFrame.resolve(null)
    })
    return decoding
  }

  return {
    startTime,
    endTime,
    sizeBytes: bytes.byteLength,
    has: (time: number): boolean => time + TOLERANCE_SECONDS >= startTime && time + TOLERANCE_SECONDS < endTime,

    /** Index of the frame in the GOP; `before` or `after` where the frame is in a neighbouring GOP. */
    find(time: number, place: FramePlace): number | 'before' | 'after' {
      if (place === 'start') {
        const index = frameTimes.findIndex((start) => start >= time - TOLERANCE_SECONDS && start < endTime)
        return index < 0 ? 'after' : index
      }
      const latestStart = place === 'at' ? time + TOLERANCE_SECONDS : time - TOLERANCE_SECONDS
      const index = frameTimes.findLastIndex(
        (start) => start < endTime && (place === 'at' ? start <= latestStart : start < latestStart),
      )
      return index < 0 ? 'before' : index
    },

    timeOf: (index: number): number => frameTimes[index]!,

    /** The frame if it is decoded already, else null. */
    decodedFrame(index: number): ShownFrame | null {
      const frame = decodedFrames.get(index)
      if (frame) cacheFrame(index, frame)
      return frame ?? null
    },

    /**
     * Decodes a frame, then its neighbours until every caller has aborted. Calls for the same frame share one decoding.
     * Rejects with the signal's reason if it is aborted already, and if decoding fails.
     */
    async decode(index: number, signal: AbortSignal, onFrame: (frame: ShownFrame) => void): Promise<void> {
      signal.throwIfAborted()
      const decoding = decodings.get(index) ?? beginDecoding(index)
      decoding.waiting += 1
      const abortPromise = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => {
          decoding.waiting -= 1
          resolve(null)
        })
      })
      const frame = await Promise.race([decoding.frame, abortPromise])
      if (frame) onFrame(frame)
      await Promise.race([decoding.end, abortPromise])
    },
  }
}

function nearestIndex(times: readonly number[], time: number): number {
  return times.reduce(
    (best, start, index) => (Math.abs(start - time) < Math.abs(times[best]! - time) ? index : best),
    0,
  )
}
