import type { Download } from '@kerf/contract/download'
import { DEFAULT_FREE_MAX_QUALITY, type FreeMaxQuality } from '@kerf/domain/access/quality-access'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { toolWords } from '#messages/clips/tool.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { megabytes } from '../formatting/size.ts'

/** What the server returned with a refused or failed download. */
export interface DownloadRefusal {
  code?: ErrorCode | null | undefined
  details?: string | null | undefined
  sentence?: string | null | undefined
  /** What Free gives here, of a quality that needs more. */
  freeBest?: FreeMaxQuality | undefined
}

const words = toolWords.downloadToasts

/** The sentence for a failed download: its code's own; else the text of the server, recognised by its words; else the default. */
export function downloadFailureSentence({ code, details, sentence, freeBest }: DownloadRefusal): string {
  if (code === 'needs_account' || code === 'needs_pro') return words.premiumText(freeBest ?? DEFAULT_FREE_MAX_QUALITY)
  if (code) return errorSentences[code]
  const text = details || sentence
  if (!text) return errorSentences.cut_failed
  if (/region|country/i.test(text)) return errorSentences.video_region_blocked
  if (/youtube|restrict/i.test(text)) return errorSentences.video_blocked
  return text
}

/** The toast for a download that is no longer being cut; null where the page itself says enough. */
export function endToast({ status, code, error, fileSize }: Download, name: string): ToastMessage | null {
  if (status === 'completed') return { title: words.ready, text: words.readyText(name, megabytes(fileSize ?? 0)) }
  return status === 'failed' ? downloadFailureToast({ code, sentence: error }, null, words.failed) : null
}

/** The toast for a download that was refused or failed. `resets` says when a limit starts again. */
export function downloadFailureToast(refusal: DownloadRefusal, resets: string | null, title: string): ToastMessage {
  switch (refusal.code) {
    case 'needs_account':
    case 'needs_pro':
      return { title: words.premium, text: downloadFailureSentence(refusal) }
    case 'daily_limit':
    case 'monthly_limit':
      return { title: errorSentences[refusal.code], text: resets ?? undefined, tone: 'fault' }
    case 'pro_feature':
      return { title: words.premium, text: errorSentences.pro_feature }
    default:
      return { title, text: downloadFailureSentence(refusal), tone: 'fault' }
  }
}
