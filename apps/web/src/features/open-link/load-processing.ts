import type { Video } from '@kerf/contract/video'
import { loadToaster } from '../../data/feedback/toasts.ts'
import type { AskedPart } from '../../data/ranges/asked-address.ts'

/** What only the first link needs: the calls, their error sentences and toasts. */
export async function loadProcessing() {
  const [processing, failure, address] = await Promise.all([
    import('./process-typed-link.ts'),
    import('../../data/feedback/link-failure-sentence.ts'),
    import('../../data/ranges/result-address.ts'),
    loadProcessingDialog(),
    loadToaster(),
  ])
  return {
    failureSentence: failure.linkFailureSentence,
    /** Where the video opens: at the words in quotes beside its link, at the part that is asked for, else at the one that its link asked for. */
    addressOf(video: Video, typed: string, part: AskedPart | undefined): string {
      const applied = { startTime: video.startTime, endTime: video.endTime }
      const { duration } = video
      const range = part && address.askedRange(part, duration)
      const options = { ...part, words: part?.words ?? processing.quoteIn(typed) ?? undefined }
      return address.resultAddress(video, range ?? applied, part && address.askedList(part, duration), options)
    },
    processTypedLink: processing.processTypedLink,
  }
}

export const loadProcessingDialog = () => import('./ProcessingDialog.tsx')
