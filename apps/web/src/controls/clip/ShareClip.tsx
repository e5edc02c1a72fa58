import type { OwnDownload } from '@kerf/contract/user'
import { clipContainer, mediaTypeOf } from '@kerf/domain/formats/clip-format'
import { useRef } from 'react'
import { finishedWords as words } from '#messages/clips/finished.ts'
import { ownServerAddress } from '../../browser/own-address.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { fetchClip } from '../../data/downloads/clip-file.ts'
import { repeatAddress } from '../../data/downloads/trim-of-clip.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'

/** Largest file that is shared: the page holds the whole file in memory. */
const MAX_SHARED_BYTES = 100_000_000

interface ShareClipProps {
  download: OwnDownload
  name: string
  className: string
}

/** Shares a clip with another app: as a file where the browser accepts it, else as a link to its trim. */
export function ShareClip({ download, name, className }: ShareClipProps) {
  const shareRun = useOneAtATime()
  const clipFile = useRef<File | null>(null)
  if (!('share' in navigator)) return null

  async function share(): Promise<void> {
    const mediaType = mediaTypeOf(clipContainer(download.format, download.receipt?.container))
    try {
      if (canShareFile(download, mediaType)) clipFile.current ??= await fetchClip(download, mediaType)
      else clipFile.current = null
      const { current: file } = clipFile
      const { title } = download
      await navigator.share(
        file ? { files: [file], title } : { title, url: new URL(ownServerAddress() + repeatAddress(download)).href },
      )
    } catch (error) {
      showShareFailure(error, clipFile.current !== null)
    }
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={`${shareRun.busy ? words.preparing : words.share} ${name}`}
      aria-disabled={shareRun.busy || undefined}
      onClick={() => void shareRun.run(share)}
    >
      {shareRun.busy ? words.preparing : words.share}
    </button>
  )
}

function canShareFile({ fileName, fileSize }: OwnDownload, type: string): boolean {
  if (fileSize === null || fileSize > MAX_SHARED_BYTES) return false
  return navigator.canShare?.({ files: [new File([], fileName, { type })] }) ?? false
}

/**
 * Shows a toast, unless the viewer has closed the list of apps. After a long fetch it asks for another press, because
 * browsers share a file only right after a press.
 */
function showShareFailure(error: unknown, isFetched: boolean): void {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return
  if (name === 'NotAllowedError' && isFetched) toasts.show({ title: words.ready, text: words.readyText })
  else
    toasts.show({
      title: words.shareFailed,
      text:
        error instanceof DOMException || error instanceof TypeError ? words.shareFailedText : failureSentence(error),
      tone: 'fault',
    })
}
