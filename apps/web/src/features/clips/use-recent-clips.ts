import type { Download } from '@kerf/contract/download'
import { listRecentDownloads, type OwnDownload } from '@kerf/contract/user'
import { useEffect, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { serverNow } from '../../browser/server-clock.ts'
import { readStored, store } from '../../browser/storage.ts'
import { useRunning } from '../../browser/use-running.ts'
import { downloadFailureToast, endToast } from '../../data/downloads/download-failure.ts'
import { saveClip } from '../../data/downloads/save-clip.ts'
import { useDownloadExpiry } from '../../data/downloads/use-download-expiry.ts'
import { useDownloadPolling } from '../../data/downloads/use-download-polling.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { deleteDownload } from '../../data/queries/calls.ts'
import { useSession } from '../../data/session/session.ts'
import { callApi } from '../../data/session/with-session.ts'

/** A clip lives for a day, and waited to be cut for less than another. */
const OVER_AFTER_MS = 48 * 3_600_000

export interface RecentClipList {
  /** Newest first: what is being cut or has a file. */
  list: readonly OwnDownload[]
  isSaving: (clip: OwnDownload) => boolean
  save: (clip: OwnDownload) => void
  remove: (clip: OwnDownload) => void
}

const words = toolWords.downloadToasts

/** The clips of this viewer, watched until they are finished and until they expire. */
export function useRecentClips(): RecentClipList {
  const [list, setList] = useState<readonly OwnDownload[]>([])
  const running = useRunning()
  const { state } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever signs in or out has other clips.
  useEffect(() => {
    const askedAt = Date.parse(readStored('clips') ?? '')
    if (!(serverNow() < askedAt + OVER_AFTER_MS)) {
      store('clips', null)
      return
    }
    const controller = new AbortController()
    callApi(listRecentDownloads, { signal: controller.signal }).then(
      ({ downloads }) => {
        setList(downloads)
        if (downloads.length === 0) store('clips', null)
      },
      // The page is there to cut something; without a server it says so when that is tried.
      () => {},
    )
    return () => controller.abort()
  }, [state])

  function drop(id: string): void {
    setList((now) => now.filter((clip) => clip.id !== id))
  }
  function put(download: Download): void {
    const { id, status } = download
    if (status !== 'processing' && status !== 'completed') drop(id)
    setList((now) => now.map((clip) => (clip.id === id ? { ...clip, ...download } : clip)))
  }

  useDownloadPolling(list, {
    onAnswer(download) {
      put(download)
      const toast = endToast(download, list.find(({ id }) => id === download.id)?.title ?? download.fileName)
      if (toast) toasts.show(toast)
    },
    onGone: drop,
  })
  useDownloadExpiry(list, { onAnswer: put, onGone: drop })

  const once = ({ id }: OwnDownload, work: () => Promise<void>): void =>
    void running.run(id, () =>
      work().catch((error) => {
        toasts.show(downloadFailureToast({ sentence: failureSentence(error) }, null, words.failed))
      }),
    )

  return {
    list,
    isSaving: ({ id }) => running.has(id),
    save: (clip) =>
      once(clip, async () => {
        const saved = await saveClip(clip)
        toasts.show(saved.toast)
        if (saved.gone) drop(clip.id)
      }),
    remove: (clip) =>
      once(clip, async () => {
        await deleteDownload(clip.id)
        drop(clip.id)
        toasts.show({ title: words.deleted, text: words.deletedText })
      }),
  }
}
