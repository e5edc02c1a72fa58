import type { Video } from '@kerf/contract/video'
import { loadToaster } from '../../data/feedback/toasts.ts'
import type { DeviceOffer } from '../../data/ranges/device-offer.ts'
import type { UrlTrim } from '../../data/ranges/trim-address.ts'

/** Loads the code that processes a link: calls, error sentences, the dialog and toasts. */
export async function loadProcessing() {
  const [processing, failure, address, offers] = await Promise.all([
    import('./process-typed-link.ts'),
    import('../../data/feedback/link-failure-sentence.ts'),
    import('../../data/ranges/result-address.ts'),
    import('../../data/ranges/device-offer.ts'),
    loadProcessingDialog(),
    loadToaster(),
  ])
  return {
    failureSentence: failure.linkFailureSentence,
    /** Offer to cut the link in this browser, where the server has refused it for a limit of its own. */
    deviceOffer: (error: unknown, typedText: string, part: UrlTrim | undefined): DeviceOffer | null =>
      offers.isRefusedForLimit(error) ? offers.deviceOffer(processing.linkOf(typedText), part) : null,
    /**
     * Address of the result, with the words that are quoted in the typed text, and the range of `part`, else of the
     * link.
     */
    addressOf(video: Video, typedText: string, part: UrlTrim | undefined): string {
      const linkRange = { startTime: video.startTime, endTime: video.endTime }
      const { duration, liveAt } = video
      // Times in the address of a live stream are those of an earlier lookup.
      const times = liveAt ? undefined : part
      const range = times && address.readRange(times, duration)
      const options = { ...part, words: part?.words ?? processing.quoteIn(typedText) ?? undefined }
      return address.resultAddress(video, range ?? linkRange, times && address.readRangeList(times, duration), options)
    },
    processTypedLink: processing.processTypedLink,
  }
}

export const loadProcessingDialog = () => import('./ProcessingDialog.tsx')
