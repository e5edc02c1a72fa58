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
/** Longest text of another server in a toast: the error page of a proxy may be long. */
const MAX_BODY_LENGTH = 240

const GONE_REASONS: Readonly<Partial<Record<ErrorCode, SaveResult['gone']>>> = {
  expired: 'expired',
  not_found: 'deleted',
  link_blocked: 'blocked',
}

interface SaveResult {
  toast: ToastMessage
  /** Reason why the file is no longer there; absent where that is not known. */
  gone?: 'expired' | 'deleted' | 'blocked' | undefined
}

/**
 * Hands a finished clip to the browser's own download, so the file is never in the page's memory. The first byte is
 * requested beforehand, so a refusal is shown as a toast instead of being saved as a file. Throws OfflineError.
 */
export async function saveClip(download: Download): Promise<SaveResult> {
  const address = clipAddress(download)
  const emptyFileResult: SaveResult = { toast: { title: words.failed, text: saveWords.empty, tone: 'fault' } }
  if (download.fileSize === 0) return emptyFileResult
  const probeResponse = await fetch(address, {
    headers: { range: 'bytes=0-0' },
    credentials: 'include',
    redirect: 'manual',
  }).catch(throwOffline)
  // The clip is in a file store that scripts may not read, but downloads may.
  if (probeResponse.type === 'opaqueredirect') return { toast: await handOver(address, download) }
  if (probeResponse.status === RANGE_NOT_SATISFIABLE) return emptyFileResult
  if (!probeResponse.ok) return describeRefusal(await ApiError.from(probeResponse))
  const body = probeResponse.body?.getReader()
  const firstChunk = await body?.read().catch(throwOffline)
  // A server without byte ranges sends the whole file, which the browser's download fetches again.
  await body?.cancel()
  if (!firstChunk?.value) return emptyFileResult
  return { toast: await handOver(address, download) }
}

function throwOffline(error: unknown): never {
  throw new OfflineError('No answer.', { cause: error })
}

function describeRefusal({ status, code, text }: ApiError): SaveResult {
  // Kerf's own refusals have a sentence. The text of another server, such as a proxy, is shown as it is.
  const body = code ? errorSentences[code] : beginningOf(text, MAX_BODY_LENGTH)
  return {
    toast: { title: words.failed, text: saveWords.fileRefused(status, body), tone: 'fault' },
    gone: code ? GONE_REASONS[code] : undefined,
  }
}

function handOver(address: string, { fileName, fileSize }: Download): Promise<ToastMessage> {
  return handOverFile(address, fileName, {
    title: saveWords.started,
    text: saveWords.startedText(megabytes(fileSize ?? 0)),
  })
}
