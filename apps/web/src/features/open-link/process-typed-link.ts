import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import type { Video } from '@kerf/contract/video'
import { isPaying } from '@kerf/domain/access/viewer'
import { linkIn } from '@kerf/domain/links/find-link'
import { quoteIn } from '@kerf/domain/links/find-quote'
import { youtubePlaylistId } from '@kerf/domain/links/youtube-link'
import { navigate } from 'wouter/use-browser-location'
import { PAGES } from '../../data/navigation/pages.ts'
import { ApiError, postLink, quotaQuery } from '../../data/queries/calls.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { siteOptions } from '../../data/site-options.ts'

export { quoteIn }

/** The link in typed or pasted text. */
export const linkOf = (text: string): string => linkIn(text, ['youtube', 'media', ...siteOptions().sources])

/** Processes the link in typed or pasted text, and caches the video for the result page. Rejects as callApi does. */
export async function processTypedLink(text: string, options: Parameters<typeof postLink>[1]): Promise<Video> {
  const video = await postLink(linkOf(text), options).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'youtube_playlist')
      await offerPlaylist(linkIn(text), options.signal)
    throw error
  })
  queryClient.setQueryData(queryKeys.video(video.id), video)
  // Fetched last: the first call gives a new visitor a cookie, and two calls at once would create two visitors.
  queryClient.prefetchQuery(quotaQuery)
  return video
}

/** Opens a playlist as a batch for a viewer who may have one. Others stay with the refusal of the link. */
async function offerPlaylist(link: string, signal: AbortSignal | undefined): Promise<void> {
  if (youtubePlaylistId(link) === null) return
  const quota = await queryClient.fetchQuery(quotaQuery).catch(() => null)
  if (!quota || !isPaying(quota.viewer) || signal?.aborted) return
  // The page of the link is left, which cancels the processing without a message.
  navigate(`${BASE_PATH}${PAGES.batch.path}?list=${encodeURIComponent(link)}`)
}
