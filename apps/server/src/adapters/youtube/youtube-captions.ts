import type { Cue } from '@kerf/domain/captions/transcript'
import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import { type LocatedCaptions, type Resolution, SourceReadError } from '../../ports/sources.ts'
import { parseBoundedJson } from '../bounded-json.ts'
import { parseCaptionsInThread } from '../captions/parse-in-thread.ts'
import { parseJson3 } from '../captions/parse-json3.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { isYoutubeServiceHost } from '../outbound/youtube-hosts.ts'
import type { TranscriptRequest } from '../previews/source-previews.ts'
import { captionsInTime, fetchCaptions } from '../tracks/read-captions.ts'

export interface YoutubeCaptionsOptions {
  fetcher: GuardedFetcher
  /** Resolves a video again, without `avoidedSteps`. */
  resolve(videoId: string, avoidedSteps: readonly string[], signal: AbortSignal): Promise<Resolution>
  now?: () => number
}

/** Time limit of one read, including a request to another step. */
const READ_TIMEOUT_MILLISECONDS = 25_000

/** Reads captions. If their address is dead or YouTube withholds the captions, reads them from another address. */
export function createYoutubeCaptions({ fetcher, resolve, now = Date.now }: YoutubeCaptionsOptions) {
  async function readCaptionsAt(
    { address, headers = {}, egress = '' }: LocatedCaptions,
    signal: AbortSignal,
  ): Promise<Cue[]> {
    if (!address.startsWith('https://')) throw new SourceReadError('source_failed', 'Not an address of this source.')
    return cuesIn(
      await fetchCaptions(fetcher, address, { headers, allowHost: isYoutubeServiceHost, egress }, signal),
      signal,
    )
  }

  /** Finds a new address of captions, or null: by any step if the old one has expired, else by another step. */
  async function relocate({ captions: { id, address }, step }: TranscriptRequest, signal: AbortSignal) {
    const videoId = videoOfCaptions(address)
    if (!videoId) return null
    const hasExpired = Number(new URL(address).searchParams.get('expire') ?? Number.POSITIVE_INFINITY) * 1000 < now()
    const resolution = await resolve(videoId, hasExpired || !step ? [] : [step], signal)
    return (resolution.ok && resolution.video.captions?.find((captions) => captions.id === id)) || null
  }

  /** Reads the captions of an order. Throws SourceReadError or the signal's reason. */
  return (order: TranscriptRequest, callerSignal: AbortSignal): Promise<Cue[]> =>
    captionsInTime(callerSignal, READ_TIMEOUT_MILLISECONDS, (signal) =>
      readCaptionsAt(order.captions, signal).catch(async (error: unknown) => {
        signal.throwIfAborted()
        const captions = await relocate(order, signal)
        if (!captions || captions.address === order.captions.address) throw error
        return readCaptionsAt(captions, signal)
      }),
    )
}

/** Returns the id of the video in an address of captions; null for any other address. */
export function videoOfCaptions(address: string): string | null {
  const id = URL.parse(address)?.searchParams.get('v') ?? ''
  return isYoutubeVideoId(id) ? id : null
}

/** Parses captions. YouTube withholds captions with an empty answer. Throws SourceReadError. */
async function cuesIn(bytes: Buffer, signal: AbortSignal): Promise<Cue[]> {
  if (bytes.length === 0) throw new SourceReadError('source_failed', 'YouTube keeps these captions back.')
  const cues = bytes[0] === 0x7b ? parseJson3(parseBoundedJson(bytes)) : await parseCaptionsInThread(bytes, signal)
  if (!cues) throw new SourceReadError('source_failed', 'YouTube answered with something else than captions.')
  return cues
}
