import type { Video } from '@kerf/contract/video'
import { loadToaster } from '../../data/feedback/toasts.ts'
import type { AskedPart } from '../../data/ranges/asked-address.ts'

/** What only the first link needs: the calls, their error sentences and toasts. */
export async function loadProcessing() {
  const [calls, failure, keys, client, address] = await Promise.all([
    import('../../data/queries/calls.ts'),
    import('../../data/feedback/link-failure-sentence.ts'),
    import('../../data/queries/query-keys.ts'),
    import('../../data/queries/query-client.ts'),
    import('../../data/ranges/result-address.ts'),
    loadProcessingDialog(),
    loadToaster(),
  ])
  return {
    failureSentence: failure.linkFailureSentence,
    /** Where the video opens: at the part that is asked for, else at the one that its link asked for. */
    addressOf(video: Video, part: AskedPart | undefined): string {
      const applied = { startTime: video.startTime, endTime: video.endTime }
      const { duration } = video
      const range = part && address.askedRange(part, duration)
      return address.resultAddress(video, range ?? applied, part && address.askedList(part, duration), part)
    },
    /** Processes a link and caches the video for the result screen. Rejects as callApi does. */
    async processLink(link: string, options: Parameters<typeof calls.processLink>[1]) {
      const video = await calls.processLink(link, options)
      client.queryClient.setQueryData(keys.queryKeys.video(video.id), video)
      // Not before: this call makes a newcomer a visitor, and two at once would make two of them.
      client.queryClient.prefetchQuery(calls.quotaQuery)
      return video
    },
  }
}

export const loadProcessingDialog = () => import('./ProcessingDialog.tsx')
