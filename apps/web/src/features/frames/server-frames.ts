import { pathFor, queryString } from '@kerf/contract/protocol/client'
import { FRAME_SECONDS_HEADER, readFrame, readGop } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { FrameSource } from './frame-source.ts'

/** HTTP statuses of a busy server or a rate limit. The request is repeated. */
const BUSY_STATUSES: readonly number[] = [429, 503]
const MAX_ATTEMPTS = 4
/** Pause before a request to a busy server is repeated. */
const RETRY_DELAY_MILLISECONDS = 700

/**
 * Frames of a video of the server.
 * @param quality quality of the clip; other qualities may have other frames
 */
export function serverFrames(videoId: string, quality: QualityId | undefined): FrameSource {
  return {
    async readGop(seconds, signal) {
      const query = queryString({ at: seconds.toFixed(4), quality })
      const response = await fetchWithRetries(`${pathFor(readGop, { id: videoId })}${query}`, signal)
      return response ? response.arrayBuffer() : null
    },
    async readFrame(seconds, place, signal) {
      const query = queryString({ at: seconds.toFixed(4), place, quality })
      const response = await fetchWithRetries(`${pathFor(readFrame, { id: videoId })}${query}`, signal)
      if (!response) return null
      const frameSeconds = Number(response.headers.get(FRAME_SECONDS_HEADER))
      return { image: await createImageBitmap(await response.blob()), seconds: frameSeconds }
    },
  }
}

/** Fetches an address, and repeats the request while the server is busy. @returns null where the server refuses it */
async function fetchWithRetries(address: string, signal: AbortSignal): Promise<Response | null> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, { signal })
    if (response.ok) return response
    if (!BUSY_STATUSES.includes(response.status) || attempt === MAX_ATTEMPTS) return null
    await pause(RETRY_DELAY_MILLISECONDS, signal)
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
