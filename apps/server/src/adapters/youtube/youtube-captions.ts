import { parseJson3 } from '@kerf/domain/captions/parse-json3'
import type { Cue } from '@kerf/domain/captions/transcript'
import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import { type LocatedCaptions, type Resolution, SourceReadError } from '../../ports/sources.ts'
import { parseCaptionsApart } from '../captions/parse-apart.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeHost } from '../outbound/youtube-hosts.ts'
import type { TranscriptOrder } from '../previews/source-previews.ts'
import { captionsInTime, fetchCaptions } from '../tracks/read-captions.ts'
import { parseBoundedJson } from './answers/bounded-json.ts'

export interface YoutubeCaptionsOptions {
  fetcher: GuardedFetcher
  /** Asks about a video again, without one of the steps. */
  resolve(videoId: string, avoid: readonly string[], signal: AbortSignal): Promise<Resolution>
  now?: () => number
}

/** Asking another step included. */
const TOTAL_MILLISECONDS = 25_000

/** Reads captions, by other addresses where theirs are dead or YouTube keeps back what they stand for. */
export function createYoutubeCaptions({ fetcher, resolve, now = Date.now }: YoutubeCaptionsOptions) {
  async function readAt({ address, headers = {}, egress = '' }: LocatedCaptions, signal: AbortSignal): Promise<Cue[]> {
    if (!address.startsWith('https://')) throw new SourceReadError('source_failed', 'Not an address of this source.')
    return cuesIn(await fetchCaptions(fetcher, address, { headers, allowHost: isYoutubeHost, egress }, signal), signal)
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
  return (order: TranscriptOrder, callerSignal: AbortSignal): Promise<Cue[]> =>
    captionsInTime(callerSignal, TOTAL_MILLISECONDS, (signal) =>
      readAt(order.captions, signal).catch(async (error: unknown) => {
        signal.throwIfAborted()
        const other = await otherThan(order, signal)
        if (!other || other.address === order.captions.address) throw error
        return readAt(other, signal)
      }),
    )
}

/** The id of the video that an address of captions is about; null for another address. */
export function videoOfCaptions(address: string): string | null {
  const id = URL.parse(address)?.searchParams.get('v') ?? ''
  return isYoutubeVideoId(id) ? id : null
}

/** YouTube keeps captions back by an answer without any content. */
async function cuesIn(bytes: Buffer, signal: AbortSignal): Promise<Cue[]> {
  if (bytes.length === 0) throw new SourceReadError('source_failed', 'YouTube keeps these captions back.')
  const cues = bytes[0] === 0x7b ? parseJson3(parseBoundedJson(bytes)) : await parseCaptionsApart(bytes, signal)
  if (!cues) throw new SourceReadError('source_failed', 'YouTube answered with something else than captions.')
  return cues
}
