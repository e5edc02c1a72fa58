import { pathFor } from '@kerf/contract/client'
import type { Download } from '@kerf/contract/download'
import { readDownloadFile } from '@kerf/contract/download'
import type { ToastMessage } from '@kerf/ui/toast-store'
import { messages } from '#messages/messages.ts'
import { ApiError, OfflineError } from '../../api/calls.ts'
import { megabytes } from '../../formatting/size.ts'

const words = messages.downloadToasts
const RANGE_NOT_SATISFIABLE = 416
const GONE = 410

interface Saved {
  toast: ToastMessage
  /** The file has been deleted on the server meanwhile. */
  gone?: boolean
}

/**
 * Hands a finished clip to the browser's own download. The file never passes through the page's memory; its first byte is
 * asked for beforehand, so that a refusal is told here instead of being saved as a file. Throws OfflineError.
 */
export async function saveFile(download: Download): Promise<Saved> {
  const address = pathFor(readDownloadFile, { id: download.id })
  const empty: Saved = { toast: { title: words.failed, text: words.empty, tone: 'fault' } }
  if (download.fileSize === 0) return empty
  const probe = await fetch(address, { headers: { range: 'bytes=0-0' }, credentials: 'include' }).catch((error) => {
    throw new OfflineError('No answer from the server.', { cause: error })
  })
  if (probe.status === RANGE_NOT_SATISFIABLE) return empty
  if (!probe.ok) {
    const { status, sentence, text } = await ApiError.from(probe)
    // Our own refusals carry a sentence; whatever else answers (a proxy, say) is shown as it is.
    const toast: ToastMessage = {
      title: words.failed,
      text: words.fileRefused(status, sentence ?? text),
      tone: 'fault',
    }
    return { toast, gone: probe.status === GONE }
  }
  // A server that knows no ranges has begun to send everything; the browser's download fetches it anew.
  await probe.body?.cancel()
  return { toast: await handOver(address, download) }
}

/** A link, else a new window, else the address in the clipboard. */
async function handOver(address: string, download: Download): Promise<ToastMessage> {
  const started = { title: words.started, text: words.startedText(megabytes(download.fileSize ?? 0)) }
  try {
    const link = document.createElement('a')
    link.href = address
    link.download = download.fileName
    document.body.append(link)
    link.click()
    link.remove()
    return started
  } catch {
    if (window.open(address, '_blank', 'noopener')) return started
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    return { title: words.linkCopied, text: words.linkCopiedText }
  }
}
