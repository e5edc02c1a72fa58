import type { Download } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { store } from '../../browser/storage.ts'
import { openTabChannel } from '../../browser/tab-channel.ts'
import { useRunning } from '../../browser/use-running.ts'
import { endToast } from '../../data/downloads/download-failure.ts'
import { useDownloadExpiry } from '../../data/downloads/use-download-expiry.ts'
import { useDownloadPolling } from '../../data/downloads/use-download-polling.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import {
  cancelDownload,
  deleteDownload,
  listDownloads,
  OfflineError,
  requestDownload,
} from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type ClipChoice, optionsForFormat } from '../../data/ranges/clip-choice.ts'
import type { ListedDownload, RowOption } from './option-row.ts'
import { downloadRefusalOf, useRefusalToast } from './use-refusal-toast.ts'

export interface Downloads {
  /** Newest first. */
  list: readonly ListedDownload[]
  /** Whether a request for this option or the saving of its file is running. */
  isRequesting: (option: RowOption) => boolean
  /** Requests a clip of the range on the timeline, or of `ranges`, which are joined. */
  request: (option: RowOption, ranges?: readonly TimeRange[]) => void
  save: (option: RowOption, download: Download) => void
  cancel: (download: Download) => void
  remove: (download: Download) => void
  /** Text of the button that requests a new cut, where it is not the usual one. */
  newCut?: string
  /** Form that was chosen last in this tab, by a preset or a request; else that of the newest clip. */
  form: ClipForm | undefined
  chooseForm: (form: ClipForm) => void
  /** Code of the last refused request; null after another one. */
  refusedCode: ErrorCode | null
  /** Audio track, captions, subtitles and fit of requested clips. */
  choice: ClipChoice
  choose: (choice: ClipChoice) => void
}

/** Channel that tells other tabs the id of a video whose downloads have changed in this tab. */
const otherTabs = openTabChannel<string>('kerf:downloads')

const NO_DOWNLOADS: readonly ListedDownload[] = []

const words = toolWords.downloadToasts
/** Loads the code that saves clips on demand. Throws OfflineError. */
const loadSaving = () =>
  import('../../data/downloads/save-clip.ts').catch((cause) => {
    throw new OfflineError('A part of the app did not come.', { cause })
  })
/** Key of a request. A second request with the same key is ignored while the first one runs. */
const requestKey = ({ quality, format, own }: RowOption): string => JSON.stringify([quality, format, own])

/**
 * All downloads of a video: requested, polled until they end, checked at their expiry, saved, cancelled and deleted.
 */
export function useDownloads(
  videoId: string,
  options: readonly RowOption[],
  { range, choice, changeChoice }: { range: TimeRange; choice: ClipChoice; changeChoice: Downloads['choose'] },
): Downloads {
  const queryClient = useQueryClient()
  const { list, put, drop } = useDownloadList(videoId)
  const [form, chooseForm] = useState<ClipForm>()
  const runningRequests = useRunning()
  const showRefusal = useRefusalToast(videoId)
  const [refusedCode, setRefusedCode] = useState<ErrorCode | null>(null)
  const refreshQuota = useCallback(() => queryClient.invalidateQueries({ queryKey: queryKeys.quota }), [queryClient])
  const labelOf = (download: Download): string =>
    options.find(({ quality, format }) => quality === download.quality && format === download.format)?.label ??
    clipLabel(download)

  /** Fetches the video again, so that the page learns of a block. */
  const refetchVideo = () => void queryClient.invalidateQueries({ queryKey: queryKeys.video(videoId) })

  /** Shows a toast for a download that is no longer being cut. */
  function showEnd(download: Download): void {
    const toast = endToast(download, labelOf(download))
    if (toast) toasts.show(toast)
    if (download.code === 'link_blocked') refetchVideo()
  }

  useDownloadPolling(list, {
    onAnswer(download) {
      put(download)
      if (download.status === 'processing') return
      refreshQuota()
      showEnd(download)
    },
    onGone: drop,
  })
  useDownloadExpiry(list, { onAnswer: put, onGone: drop })

  /** Runs the work of an option's button, unless it runs already. A failure shows a toast with this title. */
  const runOnce = (option: RowOption, failureTitle: string, work: () => Promise<void>): Promise<void> =>
    runningRequests.run(requestKey(option), () =>
      work().catch((error: unknown) => {
        const refusal = downloadRefusalOf(error)
        setRefusedCode(refusal.code ?? null)
        showRefusal(refusal, failureTitle)
      }),
    )

  /** Changes a download, reports a failure, and informs the other tabs. */
  async function change(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      showRefusal(downloadRefusalOf(error), words.error)
    }
    otherTabs.send(videoId)
  }

  return {
    list,
    form: form ?? list[0],
    chooseForm,
    refusedCode,
    choice,
    choose: changeChoice,
    isRequesting: (option) => runningRequests.has(requestKey(option)),
    request: (option, ranges = [range]) =>
      runOnce(option, words.error, async () => {
        toasts.show({ title: words.starting, text: words.startingText(option.label) })
        chooseForm(option)
        setRefusedCode(null)
        const requestOptions = { ...optionsForFormat(choice, option.format), ...option.own }
        const download = await requestDownload(videoId, option, ranges, requestOptions)
        put(download)
        store('clips', download.createdAt)
        otherTabs.send(videoId)
        refreshQuota()
        if (download.status === 'processing')
          toasts.show({ title: words.processing, text: words.processingText(option.label) })
        // The clip of an equal earlier request is finished already.
        else showEnd(download)
      }),
    save: (option, download) =>
      runOnce(option, words.failed, async () => {
        const { saveClip } = await loadSaving()
        const result = await saveClip(download)
        toasts.show(result.toast)
        if (result.gone === 'expired') put({ ...download, status: 'expired' })
        if (result.gone === 'deleted') drop(download.id)
        if (result.gone === 'blocked') refetchVideo()
      }),
    cancel: (download) =>
      change(async () => {
        put(await cancelDownload(download.id))
        toasts.show({ title: words.cancelled, text: words.cancelledText })
        refreshQuota()
      }),
    remove: (download) =>
      change(async () => {
        await deleteDownload(download.id)
        put({ ...download, status: 'expired', deletedHere: true })
        toasts.show({ title: words.deleted, text: words.deletedText })
      }),
  }
}

/** The server's list of a video's downloads. It is fetched once, and again when another tab has changed it. */
function useDownloadList(videoId: string) {
  const queryClient = useQueryClient()
  const changeList = useCallback(
    (update: (current: readonly ListedDownload[]) => readonly ListedDownload[]) => {
      const queryKey = queryKeys.downloads(videoId)
      queryClient.setQueryData<readonly ListedDownload[]>(queryKey, (current = NO_DOWNLOADS) => update(current))
      // A running fetch may return a list from before this change.
      if (queryClient.isFetching({ queryKey })) queryClient.invalidateQueries({ queryKey })
    },
    [queryClient, videoId],
  )
  const { data } = useQuery<readonly ListedDownload[]>({
    queryKey: queryKeys.downloads(videoId),
    queryFn: async ({ signal }) => {
      const { downloads } = await listDownloads(videoId, signal)
      const cachedDownloads =
        queryClient.getQueryData<readonly ListedDownload[]>(queryKeys.downloads(videoId)) ?? NO_DOWNLOADS
      return [...downloads, ...cachedDownloads.filter((download) => download.deletedHere)]
    },
    // After a failure the list is fetched again like the status of a download, so that running clips do not stay
    // hidden.
    refetchInterval: (query) => (query.state.status === 'error' ? INTERACTION.statusPollAfterErrorMs : false),
  })
  useEffect(
    () =>
      otherTabs.listen((changedVideoId) => {
        if (changedVideoId !== videoId) return
        queryClient.invalidateQueries({ queryKey: queryKeys.downloads(videoId) })
        queryClient.invalidateQueries({ queryKey: queryKeys.quota })
      }),
    [queryClient, videoId],
  )
  const put = useCallback(
    (download: ListedDownload) =>
      changeList((current) =>
        current.some(({ id }) => id === download.id)
          ? current.map((item) => (item.id === download.id ? download : item))
          : [download, ...current],
      ),
    [changeList],
  )
  const drop = useCallback(
    (id: string) => changeList((current) => current.filter((download) => download.id !== id)),
    [changeList],
  )
  return { list: data ?? NO_DOWNLOADS, put, drop }
}
