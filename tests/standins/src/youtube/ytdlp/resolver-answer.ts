import { STATUS_CODES } from 'node:http'
import type { MediaLibrary } from '../media/media-library.ts'
import type { StandinVideo } from '../videos.ts'
import { REPORT_HINT, type ResolverAnswer } from './imitated-ytdlp.ts'
import { resolverInfo } from './resolver-info.ts'

const NO_URLS_WARNING =
  'Some visionos client https formats have been skipped as they are missing a URL. ' +
  'YouTube may have enabled the SABR-only streaming experiment for the current session. ' +
  'See  https://github.com/yt-dlp/yt-dlp/issues/12482  for more details'

/** Answers for yt-dlp as it would with this video, this behaviour and the flags `-J -f all`. */
export function resolverAnswer(video: StandinVideo, library: MediaLibrary): ResolverAnswer {
  if (video.pageStatus !== null) return failedPages(video.pageStatus)
  if (video.refusal !== null) return { info: null, warnings: [], error: video.refusal.resolverText }
  return {
    info: resolverInfo(video, library),
    warnings: video.urlsGiven ? [] : [NO_URLS_WARNING],
    error: null,
  }
}

/** Other pages are tried until nothing is left to try. */
function failedPages(status: number): ResolverAnswer {
  const failure = `HTTP Error ${status}: ${STATUS_CODES[status]} (caused by <HTTPError ${status}: ${STATUS_CODES[status]}>)`
  const apiWarning = `Unable to download API page: ${failure}`
  return {
    info: null,
    warnings: [`Unable to download webpage: ${failure}`, apiWarning, apiWarning],
    error: `Failed to extract any player response${REPORT_HINT}`,
  }
}
