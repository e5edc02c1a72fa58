import { STATUS_CODES } from 'node:http'
import type { ClientBehaviour } from '../client-behaviour.ts'
import type { MediaLibrary } from '../media/media-library.ts'
import { type PlayerCallTerms, playbackRefusalOf } from '../pages/player-response.ts'
import { getsUrls } from '../pages/streaming-data.ts'
import type { StandinVideo } from '../videos.ts'
import { NOTHING_ANSWERED, type ResolverAnswer } from './imitated-ytdlp.ts'
import { PAGE_CLIENT } from './queried-clients.ts'
import { resolverInfo } from './resolver-info.ts'

/** yt-dlp's warning about a client without addresses, unless its addresses are always withheld. */
const noUrlsWarning = (client: string): string =>
  `Some ${client} client https formats have been skipped as they are missing a URL. ` +
  'YouTube may have enabled the SABR-only streaming experiment for the current session. ' +
  'See  https://github.com/yt-dlp/yt-dlp/issues/12482  for more details'
const CLIENTS_WITHOUT_URLS = ['web', 'web_safari', PAGE_CLIENT]

const RATE_LIMITED_STATUS = 429

export interface ResolverTerms extends PlayerCallTerms {
  /** yt-dlp's name of the client. */
  client: string
  /** Behaviour of the player's answer in the watch page, and of the page itself. */
  page: ClientBehaviour
  pages: ClientBehaviour
}

/** Answers for yt-dlp as it would with this video, this client and the flags `-J -f all`. */
export function resolverAnswer(video: StandinVideo, terms: ResolverTerms, library: MediaLibrary): ResolverAnswer {
  const { behaviour, client, requester } = terms
  const status = video.pageStatus ?? (behaviour.rateLimited ? RATE_LIMITED_STATUS : null)
  const isPageGone = video.pageStatus !== null || terms.pages.rateLimited
  if (status !== null && isPageGone) return failedPages(status)
  // The player's answer in the watch page comes first, and has no formats.
  const isPageSilent = terms.page.rateLimited || terms.page.hangs
  const pageRefusal = isPageSilent ? null : playbackRefusalOf(video, terms.page)
  const clientRefusal = status === null ? playbackRefusalOf(video, behaviour) : null
  if (status !== null) {
    const warnings = [failedCall(status)]
    if (pageRefusal) return { info: null, warnings, error: pageRefusal.resolverText }
    return { info: resolverInfo(video, { ...terms, behaviour: { noFormats: true } }, library), warnings, error: null }
  }
  if (clientRefusal) return { info: null, warnings: [], error: (pageRefusal ?? clientRefusal).resolverText }
  const info = resolverInfo(video, terms, library)
  const isListed = !behaviour.noFormats && !behaviour.hlsOnly && !CLIENTS_WITHOUT_URLS.includes(client)
  const isWithoutUrls = isListed && !getsUrls(video, requester.client, behaviour)
  return { info, warnings: isWithoutUrls ? [noUrlsWarning(client)] : [], error: null }
}

function httpErrorText(status: number): string {
  return `HTTP Error ${status}: ${STATUS_CODES[status]} (caused by <HTTPError ${status}: ${STATUS_CODES[status]}>)`
}

const failedCall = (status: number): string => `Unable to download API page: ${httpErrorText(status)}`

/** Failure of yt-dlp after it has tried all other pages. */
function failedPages(status: number): ResolverAnswer {
  const warnings = [`Unable to download webpage: ${httpErrorText(status)}`, failedCall(status), failedCall(status)]
  return { info: null, warnings, error: NOTHING_ANSWERED }
}
