import { pathFor, queryString } from '@kerf/contract/protocol/client'
import { FRAME_SECONDS_HEADER, type FramePlace, readFrame, readGop } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import { type DecodedGop, openGop } from './decoded-gop.ts'
import type { ShownFrame } from './shown-frame.ts'

const MOST_GOPS = 12
const MOST_GOP_BYTES = 24_000_000
/** A step may leave the GOP soon: the neighbour on that side is fetched ahead. */
const NEAR_BORDER_SECONDS = 0.75
/** The server has others to serve first, or has served this address enough for now. */
const BUSY_STATUSES: readonly number[] = [429, 503]
const REST_MILLISECONDS = 50
const AHEAD_MILLISECONDS = 10_000
const TRIES_WHILE_BUSY = 4
const BUSY_MILLISECONDS = 700

export type FrameStore = ReturnType<typeof createFrameStore>

interface GopRequest {
  gop: Promise<DecodedGop | null>
  leaving: AbortController
  /** How many wait for it. */
  waiting: number
}

/** The exact frames of a video: decoded in this browser from GOPs, or drawn by the server where the browser cannot. */
export function createFrameStore(videoId: string, durationSeconds: number, quality?: QualityId) {
  /** The one that was used last is last. */
  const gops = new Set<DecodedGop>()
  const requests = new Map<string, GopRequest>()
  /** The neighbour that is fetched ahead; what is asked for then may be in it. */
  let fetching: Promise<unknown> | null = null
  let isDrawnByServer = typeof VideoDecoder === 'undefined'

  function cachedGop(time: number): DecodedGop | null {
    for (const gop of gops) {
      if (!gop.has(time)) continue
      gops.delete(gop)
      gops.add(gop)
      return gop
    }
    return null
  }

  function keep(gop: DecodedGop): void {
    gops.add(gop)
    let bytes = 0
    for (const { sizeBytes } of gops) bytes += sizeBytes
    for (const oldest of gops) {
      if (gops.size <= MOST_GOPS && bytes <= MOST_GOP_BYTES) return
      gops.delete(oldest)
      bytes -= oldest.sizeBytes
    }
  }

  /** null: the browser cannot decode it, or the server refuses it. One request serves all who ask for the same time. */
  async function gopAt(time: number, signal: AbortSignal): Promise<DecodedGop | null> {
    signal.throwIfAborted()
    const cached = cachedGop(time)
    if (cached) return cached
    const at = time.toFixed(4)
    const request = requests.get(at) ?? requestGop(at)
    request.waiting += 1
    signal.addEventListener('abort', () => {
      request.waiting -= 1
      if (request.waiting > 0) return
      request.leaving.abort()
      forget(at, request)
    })
    return request.gop
  }

  function requestGop(at: string): GopRequest {
    const leaving = new AbortController()
    const request = { gop: fetchGop(at, leaving.signal), leaving, waiting: 0 }
    requests.set(at, request)
    const end = (): void => forget(at, request)
    request.gop.then(end, end)
    return request
  }

  function forget(at: string, request: GopRequest): void {
    if (requests.get(at) === request) requests.delete(at)
  }

  async function fetchGop(at: string, signal: AbortSignal): Promise<DecodedGop | null> {
    const response = await ask(`${pathFor(readGop, { id: videoId })}${queryString({ at, quality })}`, signal)
    if (!response) return null
    const gop = await openGop(await response.arrayBuffer())
    if (gop) keep(gop)
    else isDrawnByServer = true
    return gop
  }

  /** Asks for what comes next before anybody does. */
  function fetchAhead(gop: DecodedGop, seconds: number): void {
    const next =
      seconds > gop.endTime - NEAR_BORDER_SECONDS
        ? gop.endTime
        : seconds < gop.startTime + NEAR_BORDER_SECONDS
          ? gop.startTime - 0.002
          : null
    if (next === null || next < 0 || next >= durationSeconds || cachedGop(next) || fetching) return
    fetching = gopAt(next, AbortSignal.timeout(AHEAD_MILLISECONDS))
      .catch(() => null)
      .finally(() => {
        fetching = null
      })
  }

  async function drawn(time: number, place: FramePlace, signal: AbortSignal): Promise<ShownFrame | null> {
    const response = await ask(
      `${pathFor(readFrame, { id: videoId })}${queryString({ at: time.toFixed(4), place, quality })}`,
      signal,
    )
    if (!response) return null
    const seconds = Number(response.headers.get(FRAME_SECONDS_HEADER))
    return { image: await createImageBitmap(await response.blob()), seconds }
  }

  return {
    /** The frame if nothing has to be waited for: a step within a GOP. */
    held(time: number, place: FramePlace): ShownFrame | null {
      const gop = cachedGop(clamped(time))
      const index = gop?.find(time, place)
      return gop && typeof index === 'number' ? gop.held(index) : null
    },

    /** Calls back with the frame as soon as it is there; never where there is none. Throws the signal's reason. */
    async show(
      time: number,
      place: FramePlace,
      signal: AbortSignal,
      onFrame: (frame: ShownFrame) => void,
    ): Promise<void> {
      if (!isDrawnByServer) {
        await fetching
        let gop = await gopAt(clamped(time), signal)
        let index = gop?.find(time, place)
        if (gop && index === 'after' && gop.endTime < durationSeconds) gop = await gopAt(gop.endTime, signal)
        if (gop && index === 'before' && gop.startTime > 0) gop = await gopAt(gop.startTime - 0.002, signal)
        if (gop && typeof index !== 'number') index = gop.find(time, place)
        if (gop && index === 'after') index = gop.find(time, 'at')
        if (gop && typeof index === 'number') {
          const from = gop
          const seconds = gop.timeOf(index)
          const onDecoded = (frame: ShownFrame): void => {
            onFrame(frame)
            // Not for every place that a drag passes.
            setTimeout(() => signal.aborted || fetchAhead(from, seconds), REST_MILLISECONDS)
          }
          const isDecoded = await gop.decode(index, signal, onDecoded).then(
            () => true,
            () => false,
          )
          if (signal.aborted || isDecoded) return
          // A browser may refuse what it said that it decodes.
          isDrawnByServer = true
        }
      }
      const frame = await drawn(time, place, signal)
      if (frame) onFrame(frame)
    },
  }

  /** A range may end with the video, where no frame is any more. */
  function clamped(time: number): number {
    return Math.max(0, Math.min(time, durationSeconds - 0.002))
  }
}

/** null where the server refuses it. */
async function ask(address: string, signal: AbortSignal): Promise<Response | null> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(address, { signal })
    if (response.ok) return response
    if (!BUSY_STATUSES.includes(response.status) || tried === TRIES_WHILE_BUSY) return null
    await pause(BUSY_MILLISECONDS, signal)
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
