import type { Download } from '@kerf/contract/download'
import { DEFAULT_FREE_MAX_QUALITY, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { toolWords } from '#messages/clips/tool.ts'
import { errorSentences, needsAccountSentence } from '#messages/error-sentences.ts'
import { megabytes } from '../formatting/size.ts'
import { sellsPlans } from '../sells-plans.ts'

/** The server's facts about a refused or failed download. */
export interface DownloadRefusal {
  code?: ErrorCode | null | undefined
  details?: string | null | undefined
  sentence?: string | null | undefined
  /** Best quality of Free on this server, where the quality needs another plan. */
  freeBest?: FreeMaxQuality | undefined
}

const words = toolWords.downloadToasts

/**
 * Sentence for a failed download: from its code, else from known words in the server's text, else that text or the
 * default.
 */
export function downloadFailureSentence({ code, details, sentence, freeBest }: DownloadRefusal): string {
  if (code === 'needs_account' && !sellsPlans()) return needsAccountSentence
  if (code === 'needs_account' || code === 'needs_pro') return words.premiumText(freeBest ?? DEFAULT_FREE_MAX_QUALITY)
  if (code) return errorSentences[code]
  const text = details || sentence
  if (!text) return errorSentences.cut_failed
  if (/region|country/i.test(text)) return errorSentences.video_region_blocked
  if (/youtube|restrict/i.test(text)) return errorSentences.video_blocked
  return text
}

/** Toast for a download that has ended; null where the page itself says enough. */
export function endToast({ status, code, error, fileSize }: Download, name: string): ToastMessage | null {
  if (status === 'completed') return { title: words.ready, text: words.readyText(name, megabytes(fileSize ?? 0)) }
  return status === 'failed' ? downloadFailureToast({ code, sentence: error }, null, words.failed) : null
}

/** Toast for a download that was refused or failed. `resets` is the sentence about when a limit starts again. */
export function downloadFailureToast(refusal: DownloadRefusal, resets: string | null, title: string): ToastMessage {
  switch (refusal.code) {
    case 'needs_account':
    case 'needs_pro':
      return { title: sellsPlans() ? words.premium : title, text: downloadFailureSentence(refusal) }
    case 'daily_limit':
    case 'monthly_limit':
      return { title: errorSentences[refusal.code], text: resets ?? undefined, tone: 'fault' }
    case 'pro_feature':
      return { title: words.premium, text: errorSentences.pro_feature }
    default:
      return { title, text: downloadFailureSentence(refusal), tone: 'fault' }
  }
}
