import type { Video } from '@kerf/contract/video'
import { linkIn } from '@kerf/domain/links/find-link'
import { quoteIn } from '@kerf/domain/links/find-quote'
import { postLink, quotaQuery } from '../../data/queries/calls.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { siteOptions } from '../../data/site-options.ts'

export { quoteIn }

/** Processes the link in typed or pasted text, and caches the video for the result page. Rejects as callApi does. */
export async function processTypedLink(text: string, options: Parameters<typeof postLink>[1]): Promise<Video> {
  const video = await postLink(linkIn(text, ['youtube', 'media', ...siteOptions().sources]), options)
  queryClient.setQueryData(queryKeys.video(video.id), video)
  // Fetched last: the first call gives a new visitor a cookie, and two calls at once would create two visitors.
  queryClient.prefetchQuery(quotaQuery)
  return video
}
