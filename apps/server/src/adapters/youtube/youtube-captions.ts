import { MOST_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { parseJson3 } from '@kerf/domain/captions/parse-json3'
import type { Cue } from '@kerf/domain/captions/transcript'
import { type LocatedCaptions, type Resolution, SourceReadError } from '../../ports/sources.ts'
import { parseCaptionsApart } from '../captions/parse-apart.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../outbound/youtube-hosts.ts'
import type { TranscriptOrder } from '../previews/source-previews.ts'
import { parseBoundedJson } from './answers/bounded-json.ts'

export interface YoutubeCaptionsOptions {
  fetcher: GuardedFetcher
  /** Asks about a video again, without one of the steps. */
  resolve(videoId: string, avoid: readonly string[], signal: AbortSignal): Promise<Resolution>
  now?: () => number
}

const FETCH_MILLISECONDS = 10_000
/** Asking another step included. */
const TOTAL_MILLISECONDS = 25_000
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/

/** Reads captions, by other addresses where theirs are dead or YouTube keeps back what they stand for. */
export function createYoutubeCaptions({ fetcher, resolve, now = Date.now }: YoutubeCaptionsOptions) {
  async function fetchCaptions(captions: LocatedCaptions, signal: AbortSignal): Promise<Cue[]> {
    const { address, headers = {}, egress = '' } = captions
    if (!address.startsWith('https://')) throw new SourceReadError('source_failed', 'Not an address of this source.')
    const tooLong = AbortSignal.timeout(FETCH_MILLISECONDS)
    const request = { headers, maxBytes: MOST_CAPTION_BYTES, signal: AbortSignal.any([signal, tooLong]) }
    try {
      const response = await fetcher.get(address, { ...request, allowHost: isYoutubeHost, egress })
      if (response.status !== 200) {
        response.discard()
        throw new SourceReadError('source_failed', `YouTube answered for captions with status ${response.status}.`)
      }
      return await cuesIn(Buffer.from(await response.bytes()), request.signal)
    } catch (error) {
      signal.throwIfAborted()
      if (tooLong.aborted) throw new SourceReadError('source_timeout', 'YouTube takes too long over captions.')
      throw error
    }
  }

  /** Those of the same id: by the same step if these have merely expired, else by the next one. */
  async function otherThan({ captions: { id, address }, step }: TranscriptOrder, signal: AbortSignal) {
    const videoId = videoOfCaptions(address)
    if (!videoId) return null
    const hasExpired = Number(new URL(address).searchParams.get('expire') ?? Number.POSITIVE_INFINITY) * 1000 < now()
    const again = await resolve(videoId, hasExpired || !step ? [] : [step], signal)
    return (again.ok && again.video.captions?.find((captions) => captions.id === id)) || null
  }

  /** Throws SourceReadError, or the signal's reason. */
  return async (order: TranscriptOrder, callerSignal: AbortSignal): Promise<Cue[]> => {
    const timeout = AbortSignal.timeout(TOTAL_MILLISECONDS)
    const signal = AbortSignal.any([callerSignal, timeout])
    try {
      return await fetchCaptions(order.captions, signal).catch(async (error: unknown) => {
        signal.throwIfAborted()
        const other = await otherThan(order, signal)
        if (!other || other.address === order.captions.address) throw error
        return fetchCaptions(other, signal)
      })
    } catch (error) {
      callerSignal.throwIfAborted()
      if (timeout.aborted) throw new SourceReadError('source_timeout', 'YouTube takes too long over captions.')
      throw error
    }
  }
}

/** The id of the video that an address of captions is about; null for another address. */
export function videoOfCaptions(address: string): string | null {
  const id = URL.parse(address)?.searchParams.get('v') ?? ''
  return VIDEO_ID.test(id) ? id : null
}

/** YouTube keeps captions back by an answer without any content. */
async function cuesIn(bytes: Buffer, signal: AbortSignal): Promise<Cue[]> {
  if (bytes.length === 0) throw new SourceReadError('source_failed', 'YouTube keeps these captions back.')
  const cues = bytes[0] === 0x7b ? parseJson3(parseBoundedJson(bytes)) : await parseCaptionsApart(bytes, signal)
  if (!cues) throw new SourceReadError('source_failed', 'YouTube answered with something else than captions.')
  return cues
}
