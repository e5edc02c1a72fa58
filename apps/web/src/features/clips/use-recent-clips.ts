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

/**
 * Longest time from the request of a clip to its expiry, in milliseconds: one day in the queue, one day on the server.
 */
const MAX_LIFETIME_MILLISECONDS = 48 * 3_600_000

export interface RecentClipList {
  /** Clips that are being cut or have a file, newest first. */
  list: readonly OwnDownload[]
  isSaving: (clip: OwnDownload) => boolean
  save: (clip: OwnDownload) => void
  remove: (clip: OwnDownload) => void
}

const words = toolWords.downloadToasts

/** Recent clips of this viewer. Running ones are polled; finished ones are checked when they expire. */
export function useRecentClips(): RecentClipList {
  const [list, setList] = useState<readonly OwnDownload[]>([])
  const runningActions = useRunning()
  const { state } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in or out changes the list of clips.
  useEffect(() => {
    const requestedAt = Date.parse(readStored('clips') ?? '')
    if (!(serverNow() < requestedAt + MAX_LIFETIME_MILLISECONDS)) {
      store('clips', null)
      return
    }
    const controller = new AbortController()
    callApi(listRecentDownloads, { signal: controller.signal }).then(
      ({ downloads }) => {
        setList(downloads)
        if (downloads.length === 0) store('clips', null)
      },
      // No message here: the form of the page reports an unreachable server when a link is submitted.
      () => {},
    )
    return () => controller.abort()
  }, [state])

  function removeFromList(id: string): void {
    setList((clips) => clips.filter((clip) => clip.id !== id))
  }
  function updateInList(download: Download): void {
    const { id, status } = download
    if (status !== 'processing' && status !== 'completed') removeFromList(id)
    setList((clips) => clips.map((clip) => (clip.id === id ? { ...clip, ...download } : clip)))
  }

  useDownloadPolling(list, {
    onAnswer(download) {
      updateInList(download)
      const toast = endToast(download, list.find(({ id }) => id === download.id)?.title ?? download.fileName)
      if (toast) toasts.show(toast)
    },
    onGone: removeFromList,
  })
  useDownloadExpiry(list, { onAnswer: updateInList, onGone: removeFromList })

  const runOnce = ({ id }: OwnDownload, work: () => Promise<void>): void =>
    void runningActions.run(id, () =>
      work().catch((error) => {
        toasts.show(downloadFailureToast({ sentence: failureSentence(error) }, null, words.failed))
      }),
    )

  return {
    list,
    isSaving: ({ id }) => runningActions.has(id),
    save: (clip) =>
      runOnce(clip, async () => {
        const result = await saveClip(clip)
        toasts.show(result.toast)
        if (result.gone) removeFromList(clip.id)
      }),
    remove: (clip) =>
      runOnce(clip, async () => {
        await deleteDownload(clip.id)
        removeFromList(clip.id)
        toasts.show({ title: words.deleted, text: words.deletedText })
      }),
  }
}
