import type { Download } from '@kerf/contract/download'
import type { DownloadOption } from '@kerf/contract/video'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { cancelDownload, deleteDownload, listDownloads, requestDownload } from '../../api/calls.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { toasts } from '../../app/toasts.ts'
import { megabytes } from '../../formatting/size.ts'
import { downloadFailureToast } from './download-failure.ts'
import { saveFile } from './save-file.ts'
import { useDownloadPolling } from './use-download-polling.ts'
import { refusalOf, useRefusalToast } from './use-refusal-toast.ts'

export interface Downloads {
  /** Newest first. */
  list: readonly Download[]
  /** A request for this option, or the saving of its file, is in flight. */
  isRequesting: (option: DownloadOption) => boolean
  request: (option: DownloadOption) => void
  save: (option: DownloadOption, download: Download) => void
  cancel: (download: Download) => void
  remove: (download: Download) => void
}

const NONE: readonly Download[] = []
const words = messages.downloadToasts
/** The same wish, said twice: the second is ignored while the first is in flight. */
const keyOf = (option: DownloadOption): string => `${option.quality} ${option.format}`

/** Every download of a video: asked for, watched until it is finished, saved, cancelled, deleted. */
export function useDownloads(
  videoId: string,
  options: readonly DownloadOption[],
  prepareRange: () => Promise<boolean>,
): Downloads {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: queryKeys.downloads(videoId),
    queryFn: async ({ signal }) => (await listDownloads(videoId, signal)).downloads,
  })
  const list = data ?? NONE
  const [inFlight, setInFlight] = useState<ReadonlySet<string>>(new Set())
  const showRefusal = useRefusalToast()

  const put = useCallback(
    (download: Download) =>
      queryClient.setQueryData<readonly Download[]>(queryKeys.downloads(videoId), (now = []) =>
        now.some((known) => known.id === download.id)
          ? now.map((known) => (known.id === download.id ? download : known))
          : [download, ...now],
      ),
    [queryClient, videoId],
  )
  const drop = useCallback(
    (id: string) =>
      queryClient.setQueryData<readonly Download[]>(queryKeys.downloads(videoId), (now = []) =>
        now.filter((known) => known.id !== id),
      ),
    [queryClient, videoId],
  )
  const refreshQuota = useCallback(() => queryClient.invalidateQueries({ queryKey: queryKeys.quota }), [queryClient])
  const labelOf = (download: Download): string =>
    options.find((option) => option.quality === download.quality)?.label ?? download.quality

  useDownloadPolling(list, {
    onAnswer(download) {
      put(download)
      if (download.status === 'processing') return
      refreshQuota()
      if (download.status === 'completed')
        toasts.show({ title: words.ready, text: words.readyText(labelOf(download), megabytes(download.fileSize ?? 0)) })
      if (download.status === 'failed')
        toasts.show(downloadFailureToast({ code: download.code, sentence: download.error }, null))
    },
    onGone: drop,
  })

  async function whileInFlight(option: DownloadOption, work: () => Promise<void>): Promise<void> {
    const key = keyOf(option)
    if (inFlight.has(key)) return
    setInFlight((now) => new Set(now).add(key))
    try {
      await work()
    } catch (error) {
      showRefusal(refusalOf(error))
    } finally {
      setInFlight((now) => new Set([...now].filter((other) => other !== key)))
    }
  }

  return {
    list,
    isRequesting: (option) => inFlight.has(keyOf(option)),
    request: (option) =>
      whileInFlight(option, async () => {
        toasts.show({ title: words.starting, text: words.startingText(option.label) })
        if (!(await prepareRange())) return
        const download = await requestDownload(videoId, option.quality, option.format)
        put(download)
        toasts.show({ title: words.processing, text: words.processingText(option.label) })
        refreshQuota()
      }),
    save: (option, download) =>
      whileInFlight(option, async () => {
        const saved = await saveFile(download)
        toasts.show(saved.toast)
        if (saved.gone) put({ ...download, status: 'expired' })
      }),
    async cancel(download) {
      try {
        put(await cancelDownload(download.id))
        toasts.show({ title: words.cancelled, text: words.cancelledText })
        refreshQuota()
      } catch (error) {
        showRefusal(refusalOf(error))
      }
    },
    async remove(download) {
      try {
        await deleteDownload(download.id)
        drop(download.id)
        toasts.show({ title: words.deleted, text: words.deletedText })
      } catch (error) {
        showRefusal(refusalOf(error))
      }
    },
  }
}
