import type { FramePlace } from '@kerf/contract/video'
import { TYPED_TIME_TOLERANCE_SECONDS as TOLERANCE_SECONDS } from '@kerf/domain/ranges/typed-time'
import { BufferSource, CanvasSink, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { ShownFrame } from './shown-frame.ts'

/** How many frames around the one that is shown are decoded with it, on either side, and how many stay decoded. */
const FRAMES_AROUND = 12
const MOST_DECODED = 48
const HDR_TRANSFERS: readonly (string | null | undefined)[] = ['pq', 'hlg']

interface Decoding {
  /** null: everybody has left before it was decoded, or it cannot be. */
  frame: Promise<ShownFrame | null>
  end: Promise<void>
  /** How many wait for it. */
  waiting: number
}

export type DecodedGop = NonNullable<Awaited<ReturnType<typeof openGop>>>

/**
 * The frames of a GOP that the server sent. Each is decoded when it is asked for, together with its neighbours.
 * @returns null where this browser cannot decode it, or would not show it as a clip does (HDR)
 */
export async function openGop(bytes: ArrayBuffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const track = await input.getPrimaryVideoTrack()
  const colours = await track?.getColorSpace()
  if (!track || HDR_TRANSFERS.includes(colours?.transfer) || !(await track.canDecode())) return null
  const times: number[] = []
  let seconds = 0
  for await (const { timestamp, duration } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp)
    seconds += duration
  }
  times.sort((one, other) => one - other)
  const startTime = times[0] ?? 0
  const endTime = startTime + seconds
  const sink = new CanvasSink(track)
  /** Decodings that run, by the index of the frame that was asked for. */
  const decodings = new Map<number, Decoding>()
  /** Decoded frames by their index; the one that was used last is last. */
  const decoded = new Map<number, ShownFrame>()

  function keep(index: number, frame: ShownFrame): void {
    decoded.delete(index)
    decoded.set(index, frame)
    const [oldest] = decoded.keys()
    if (decoded.size > MOST_DECODED && oldest !== undefined) decoded.delete(oldest)
  }

  function begin(index: number): Decoding {
    const found = Promise.withResolvers<ShownFrame | null>()
    const decoding: Decoding = { frame: found.promise, end: Promise.resolve(), waiting: 0 }
    async function run(): Promise<void> {
      // The frame that is asked for comes first. Steps back are the less usual ones.
      const neighbours = [
        [times[index]!, times[index + FRAMES_AROUND] ?? endTime],
        [times[Math.max(0, index - FRAMES_AROUND)]!, times[index]!],
      ] as const
      for (const [from, to] of neighbours.filter(([from, to]) => from < to))
        for await (const { canvas, timestamp } of sink.canvases(from, to)) {
          const at = nearest(times, timestamp)
          const frame = { image: canvas, seconds: times[at]! }
          keep(at, frame)
          if (at === index) found.resolve(frame)
          if (decoding.waiting === 0) return forget()
        }
    }
    // Later requests begin a decoding of their own.
    function forget(): void {
      if (decodings.get(index) === decoding) decodings.delete(index)
    }
    decodings.set(index, decoding)
    decoding.end = run().finally(() => {
      forget()
      found.resolve(null)
    })
    return decoding
  }

  return {
    startTime,
    endTime,
    sizeBytes: bytes.byteLength,
    has: (time: number): boolean => time + TOLERANCE_SECONDS >= startTime && time + TOLERANCE_SECONDS < endTime,

    /** The frame's place in the GOP; `before` or `after` where the frame is in a neighbour. */
    find(time: number, place: FramePlace): number | 'before' | 'after' {
      if (place === 'start') {
        const index = times.findIndex((start) => start >= time - TOLERANCE_SECONDS && start < endTime)
        return index < 0 ? 'after' : index
      }
      const latest = place === 'at' ? time + TOLERANCE_SECONDS : time - TOLERANCE_SECONDS
      const index = times.findLastIndex(
        (start) => start < endTime && (place === 'at' ? start <= latest : start < latest),
      )
      return index < 0 ? 'before' : index
    },

    timeOf: (index: number): number => times[index]!,

    /** A frame that is decoded already. */
    held(index: number): ShownFrame | null {
      const frame = decoded.get(index)
      if (frame) keep(index, frame)
      return frame ?? null
    },

    /**
     * Decodes a frame, then its neighbours until everybody who asked for it wants another one. Who asks for the same frame
     * shares the work.
     */
    async decode(index: number, signal: AbortSignal, onFrame: (frame: ShownFrame) => void): Promise<void> {
      signal.throwIfAborted()
      const decoding = decodings.get(index) ?? begin(index)
      decoding.waiting += 1
      const left = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => {
          decoding.waiting -= 1
          resolve(null)
        })
      })
      const frame = await Promise.race([decoding.frame, left])
      if (frame) onFrame(frame)
      await Promise.race([decoding.end, left])
    },
  }
}

function nearest(times: readonly number[], time: number): number {
  return times.reduce((best, one, index) => (Math.abs(one - time) < Math.abs(times[best]! - time) ? index : best), 0)
}
