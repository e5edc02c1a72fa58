import { failureCause } from '@kerf/domain/errors/failure-cause'
import { plainLine } from '@kerf/domain/text/plain-text'
import { type ListedVideo, type PlaylistResolution, type Refusal, SourceReadError } from '../../ports/sources.ts'
import { createAnswerCache } from '../answer-cache.ts'
import type { EgressPool } from '../outbound/egress-pool.ts'
import { createSlots } from '../slots.ts'
import { type PlaylistPage, playlistPageIn } from './answers/playlist-answers.ts'
import { type InnertubeVisitors, StatusError } from './steps/innertube-session.ts'

interface PlaylistReaderOptions {
  visitors: InnertubeVisitors
  egresses: EgressPool
  now?: () => number
  timeoutMilliseconds?: number
}

/**
 * Maximum number of videos that are read from a list, and of requests for them. YouTube answers a hundred videos each
 * time.
 */
const MAX_VIDEOS = 200
const MAX_PAGES = 3
const REQUEST_TIMEOUT_MILLISECONDS = 15_000
const SUCCESS_TTL_MILLISECONDS = 10 * 60_000
const FAILURE_TTL_MILLISECONDS = 60_000
const MAX_CACHED = 50
const MAX_CONCURRENT_PLAYLISTS = 2
const MAX_WAITING = 16
/** YouTube's parameters for a list with its unavailable videos, so that they can be counted. */
const WITH_UNAVAILABLE = 'wgYCCAA='
const MAX_CAUSE_LENGTH = 300

/** Lists the videos of a playlist through YouTube's API. Answers are cached. */
export function createPlaylistReader({
  visitors,
  egresses,
  now = Date.now,
  timeoutMilliseconds = REQUEST_TIMEOUT_MILLISECONDS,
}: PlaylistReaderOptions) {
  const slots = createSlots(MAX_CONCURRENT_PLAYLISTS, MAX_WAITING)

  async function readPages(playlistId: string, signal: AbortSignal): Promise<PlaylistResolution> {
    const call = await visitors.callThrough(egresses.pick().id, signal)
    const videos = new Map<string, ListedVideo>()
    let title = ''
    let unavailable = 0
    let nextRequest: Record<string, string> | null = { browseId: `VL${playlistId}`, params: WITH_UNAVAILABLE }
    for (let pages = 0; nextRequest && pages < MAX_PAGES && videos.size < MAX_VIDEOS; pages += 1) {
      const page: PlaylistPage | null = playlistPageIn(await call('/browse', nextRequest))
      if (!page) return refusal('source_failed', "YouTube's answer has another form.")
      if (pages === 0 && page.videos.length === 0)
        return refusal('youtube_playlist', plainLine(page.alert ?? 'The list is empty.', MAX_CAUSE_LENGTH))
      title ||= page.title ?? ''
      unavailable += page.unavailable
      for (const video of page.videos) if (!videos.has(video.reference)) videos.set(video.reference, video)
      nextRequest = page.continuation === null ? null : { continuation: page.continuation }
    }
    const listedVideos = [...videos.values()].slice(0, MAX_VIDEOS)
    const isWhole = nextRequest === null && listedVideos.length === videos.size
    return { ok: true, title: title || playlistId, videos: listedVideos, unavailable, isWhole }
  }

  async function read(playlistId: string): Promise<PlaylistResolution> {
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const slot = await slots.take(signal).catch(() => null)
    if (!slot) return refusal('busy', 'Too many playlists are being read.')
    try {
      return await readPages(playlistId, signal)
    } catch (error) {
      return refusalOfFailure(error, signal)
    } finally {
      slot.giveBack()
    }
  }

  return createAnswerCache<PlaylistResolution>({
    requestAnswer: read,
    validMilliseconds: ({ ok }) => (ok ? SUCCESS_TTL_MILLISECONDS : FAILURE_TTL_MILLISECONDS),
    failureMilliseconds: FAILURE_TTL_MILLISECONDS,
    maxAnswers: MAX_CACHED,
    now,
  }).join
}

const refusal = (code: Refusal['code'], cause: string): Refusal => ({ ok: false, code, cause })

function refusalOfFailure(error: unknown, signal: AbortSignal): Refusal {
  const cause = failureCause(error)
  if (signal.aborted) return refusal('source_timeout', cause)
  if (error instanceof SourceReadError)
    return { ...refusal(error.code, cause), ...(error.trouble && { trouble: error.trouble }) }
  if (!(error instanceof StatusError)) return refusal('source_failed', cause)
  const { code, trouble } = error.verdict
  return { ...refusal(code, cause), ...(trouble && { trouble }) }
}
