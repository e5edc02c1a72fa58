import type { FramePlace } from '@kerf/contract/video'
import { type DecodedGop, openGop } from './decoded-gop.ts'
import type { FrameSource } from './frame-source.ts'
import type { ShownFrame } from './shown-frame.ts'

const MAX_CACHED_GOPS = 12
const MAX_CACHED_BYTES = 24_000_000
/** Distance of a shown frame from a border of its GOP, in seconds, within which the neighbouring GOP is prefetched. */
const NEAR_BORDER_SECONDS = 0.75
/** Delay of a prefetch after a frame is shown. */
const PREFETCH_DELAY_MILLISECONDS = 50
/** Timeout of a prefetch. */
const PREFETCH_TIMEOUT_MILLISECONDS = 10_000

export type FrameStore = ReturnType<typeof createFrameStore>

interface GopRequest {
  gop: Promise<DecodedGop | null>
  controller: AbortController
  /** Number of callers that wait for the GOP. */
  waiting: number
}

/** Exact frames of a video, decoded in this browser from GOPs, or by the server if the browser cannot decode them. */
export function createFrameStore(source: FrameSource, durationSeconds: number) {
  /** Cached GOPs, least recently used first. */
  const gops = new Set<DecodedGop>()
  const requests = new Map<string, GopRequest>()
  /** Running prefetch of a neighbouring GOP. Requests wait for it, because their frame may be in that GOP. */
  let prefetch: Promise<unknown> | null = null
  let isDecodedElsewhere = typeof VideoDecoder === 'undefined'

  function cachedGop(time: number): DecodedGop | null {
    for (const gop of gops) {
      if (!gop.has(time)) continue
      gops.delete(gop)
      gops.add(gop)
      return gop
    }
    return null
  }

  function cacheGop(gop: DecodedGop): void {
    gops.add(gop)
    let cachedBytes = 0
    for (const { sizeBytes } of gops) cachedBytes += sizeBytes
    for (const oldest of gops) {
      if (gops.size <= MAX_CACHED_GOPS && cachedBytes <= MAX_CACHED_BYTES) return
      gops.delete(oldest)
      cachedBytes -= oldest.sizeBytes
    }
  }

  /**
   * GOP of a time; null where the browser cannot decode it or the source refuses it. Calls for one time share a fetch.
   */
  async function gopAt(time: number, signal: AbortSignal): Promise<DecodedGop | null> {
    signal.throwIfAborted()
    const gop = cachedGop(time)
    if (gop) return gop
    const timeKey = time.toFixed(4)
    const request = requests.get(timeKey) ?? requestGop(time)
    request.waiting += 1
    signal.addEventListener('abort', () => {
      request.waiting -= 1
      if (request.waiting > 0) return
      request.controller.abort()
      forgetRequest(timeKey, request)
    })
    return request.gop
  }

  function requestGop(time: number): GopRequest {
    const controller = new AbortController()
    const request = { gop: readGop(time, controller.signal), controller, waiting: 0 }
    const timeKey = time.toFixed(4)
    requests.set(timeKey, request)
    const onSettled = (): void => forgetRequest(timeKey, request)
    request.gop.then(onSettled, onSettled)
    return request
  }

  function forgetRequest(timeKey: string, request: GopRequest): void {
    if (requests.get(timeKey) === request) requests.delete(timeKey)
  }

  async function readGop(time: number, signal: AbortSignal): Promise<DecodedGop | null> {
    const bytes = await source.readGop(time, signal)
    if (!bytes) return null
    const gop = await openGop(bytes)
    if (gop) cacheGop(gop)
    else isDecodedElsewhere = true
    return gop
  }

  /** Prefetches the neighbouring GOP if the frame at `seconds` is close to a border of its own. */
  function prefetchNeighbour(gop: DecodedGop, seconds: number): void {
    const neighbourTime =
      seconds > gop.endTime - NEAR_BORDER_SECONDS
        ? gop.endTime
        : seconds < gop.startTime + NEAR_BORDER_SECONDS
          ? gop.startTime - 0.002
          : null
    if (
      neighbourTime === null ||
      neighbourTime < 0 ||
      neighbourTime >= durationSeconds ||
      cachedGop(neighbourTime) ||
      prefetch
    )
      return
    prefetch = gopAt(neighbourTime, AbortSignal.timeout(PREFETCH_TIMEOUT_MILLISECONDS))
      .catch(() => null)
      .finally(() => {
        prefetch = null
      })
  }

  return {
    /** The frame if it is decoded already, else null. */
    decodedFrame(time: number, place: FramePlace): ShownFrame | null {
      const gop = cachedGop(clampTime(time))
      const index = gop?.find(time, place)
      return gop && typeof index === 'number' ? gop.decodedFrame(index) : null
    },

    /** Calls `onFrame` once the frame is available, and never where there is none. Rejects if a fetch is aborted. */
    async show(
      time: number,
      place: FramePlace,
      signal: AbortSignal,
      onFrame: (frame: ShownFrame) => void,
    ): Promise<void> {
      if (!isDecodedElsewhere) {
        await prefetch
        let gop = await gopAt(clampTime(time), signal)
        let index = gop?.find(time, place)
        if (gop && index === 'after' && gop.endTime < durationSeconds) gop = await gopAt(gop.endTime, signal)
        if (gop && index === 'before' && gop.startTime > 0) gop = await gopAt(gop.startTime - 0.002, signal)
        if (gop && typeof index !== 'number') index = gop.find(time, place)
        if (gop && index === 'after') index = gop.find(time, 'at')
        if (gop && typeof index === 'number') {
          const shownGop = gop
          const seconds = gop.timeOf(index)
          const onDecoded = (frame: ShownFrame): void => {
            onFrame(frame)
            // The delay avoids a prefetch for every frame that a drag passes.
            setTimeout(() => signal.aborted || prefetchNeighbour(shownGop, seconds), PREFETCH_DELAY_MILLISECONDS)
          }
          const isDecoded = await gop.decode(index, signal, onDecoded).then(
            () => true,
            () => false,
          )
          if (signal.aborted || isDecoded) return
          // Decoding can fail even where the browser reported support.
          isDecodedElsewhere = true
        }
      }
      const frame = await source.readFrame(time, place, signal)
      if (frame) onFrame(frame)
    },
  }

  /** Limits a time to times that have a frame: no frame begins at the end of the video, where a range may end. */
  function clampTime(time: number): number {
    return Math.max(0, Math.min(time, durationSeconds - 0.002))
  }
}
