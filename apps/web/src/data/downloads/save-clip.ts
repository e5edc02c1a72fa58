import type { Download } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { saveWords } from '#messages/clips/save.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { megabytes } from '../formatting/size.ts'
import { ApiError, OfflineError } from '../queries/calls.ts'
import { clipAddress } from './clip-file.ts'
import { handOverFile } from './hand-over-file.ts'

const words = toolWords.downloadToasts
const RANGE_NOT_SATISFIABLE = 416
/** The page of a proxy may be long; a toast is not the place for all of it. */
const BODY_SHOWN_AT_MOST = 240

const GONE: Readonly<Partial<Record<ErrorCode, Saved['gone']>>> = {
  expired: 'expired',
  not_found: 'deleted',
  link_blocked: 'blocked',
}

interface Saved {
  toast: ToastMessage
  /** What has become of the file meanwhile, if it is not there any more. */
  gone?: 'expired' | 'deleted' | 'blocked' | undefined
}

/**
 * Hands a finished clip to the browser's own download. The file never passes through the page's memory; its first byte is
 * asked for beforehand, so that a refusal is shown here instead of being saved as a file. Throws OfflineError.
 */
export async function saveClip(download: Download): Promise<Saved> {
  const address = clipAddress(download)
  const empty: Saved = { toast: { title: words.failed, text: saveWords.empty, tone: 'fault' } }
  if (download.fileSize === 0) return empty
  const probe = await fetch(address, {
    headers: { range: 'bytes=0-0' },
    credentials: 'include',
    redirect: 'manual',
  }).catch(notAnswered)
  // It is fetched from elsewhere, where a download may go and a script may not look.
  if (probe.type === 'opaqueredirect') return { toast: await handedOver(address, download) }
  if (probe.status === RANGE_NOT_SATISFIABLE) return empty
  if (!probe.ok) return refused(await ApiError.from(probe))
  const body = probe.body?.getReader()
  const begun = await body?.read().catch(notAnswered)
  // A server that knows no ranges has begun to send everything; the browser's download fetches it again.
  await body?.cancel()
  if (!begun?.value) return empty
  return { toast: await handedOver(address, download) }
}

function notAnswered(error: unknown): never {
  throw new OfflineError('No answer.', { cause: error })
}

function refused({ status, code, text }: ApiError): Saved {
  // Our own refusals have a sentence; whatever else answers (a proxy, say) is shown as it is.
  const body = code ? errorSentences[code] : beginningOf(text, BODY_SHOWN_AT_MOST)
  return {
    toast: { title: words.failed, text: saveWords.fileRefused(status, body), tone: 'fault' },
    gone: code ? GONE[code] : undefined,
  }
}

function handedOver(address: string, { fileName, fileSize }: Download): Promise<ToastMessage> {
  return handOverFile(address, fileName, {
    title: saveWords.started,
    text: saveWords.startedText(megabytes(fileSize ?? 0)),
  })
}
