import type { Video } from '@kerf/contract/video'
import { linkIn } from '@kerf/domain/links/find-link'
import { quoteIn } from '@kerf/domain/links/find-quote'
import { processLink, quotaQuery } from '../../data/queries/calls.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'

export { quoteIn }

/** Processes the link of what was typed or pasted, and caches the video for the result screen. Rejects as callApi does. */
export async function processTypedLink(text: string, options: Parameters<typeof processLink>[1]): Promise<Video> {
  const video = await processLink(linkIn(text), options)
  queryClient.setQueryData(queryKeys.video(video.id), video)
  // Not before: this call makes a newcomer a visitor, and two at once would make two of them.
  queryClient.prefetchQuery(quotaQuery)
  return video
}
