import type { Download } from '@kerf/contract/download'
import { clipLabel } from '@kerf/domain/formats/clip-format'
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
import type { ClipForm } from '../../data/ranges/clip-form.ts'
import type { KnownDownload, ShownOption } from './option-row.ts'
import { refusalOf, useRefusalToast } from './use-refusal-toast.ts'

export interface Downloads {
  /** Newest first. */
  list: readonly KnownDownload[]
  /** A request for this option, or the saving of its file, is in flight. */
  isRequesting: (option: ShownOption) => boolean
  /** Of the range on the timeline, or of several that are joined. */
  request: (option: ShownOption, ranges?: readonly TimeRange[]) => void
  save: (option: ShownOption, download: Download) => void
  cancel: (download: Download) => void
  remove: (download: Download) => void
  /** What asks for a new cut, where that is not Download. */
  newCut?: string
  /** The form that was chosen last in this tab, by a preset or a request; else that of the newest clip. */
  form: ClipForm | undefined
  chooseForm: (form: ClipForm) => void
  /** With which audio track and subtitles clips are asked for. */
  choice: ClipChoice
  choose: (choice: ClipChoice) => void
}

/** A download of this video was asked for, cancelled or deleted here. */
const otherTabs = openTabChannel<string>('kerf:downloads')

const NONE: readonly KnownDownload[] = []

const words = toolWords.downloadToasts
/** Nobody saves before a clip is finished. Throws OfflineError. */
const loadSaving = () =>
  import('../../data/downloads/save-clip.ts').catch((cause) => {
    throw new OfflineError('A part of the app did not come.', { cause })
  })
/** Two equal requests: the second is ignored while the first is in flight. */
const keyOf = ({ quality, format, own }: ShownOption): string => JSON.stringify([quality, format, own])

/** Every download of a video: asked for, watched until it is finished and until it expires, saved, cancelled, deleted. */
export function useDownloads(
  videoId: string,
  options: readonly ShownOption[],
  { range, choice, changeChoice }: { range: TimeRange; choice: ClipChoice; changeChoice: Downloads['choose'] },
): Downloads {
  const queryClient = useQueryClient()
  const { list, put, drop } = useDownloadList(videoId)
  const [form, chooseForm] = useState<ClipForm>()
  const requesting = useRunning()
  const showRefusal = useRefusalToast(videoId)
  const refreshQuota = useCallback(() => queryClient.invalidateQueries({ queryKey: queryKeys.quota }), [queryClient])
  const labelOf = (download: Download): string =>
    options.find(({ quality, format }) => quality === download.quality && format === download.format)?.label ??
    clipLabel(download)

  /** What has been blocked is not shown any more, which the page finds once it has asked. */
  const askAgain = () => void queryClient.invalidateQueries({ queryKey: queryKeys.video(videoId) })

  /** Reports a download that is no longer being cut. */
  function showEnd(download: Download): void {
    const toast = endToast(download, labelOf(download))
    if (toast) toasts.show(toast)
    if (download.code === 'link_blocked') askAgain()
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

  /** Runs what a press on an option's button begins, unless the same is under way; `failed` titles what goes wrong. */
  const whileInFlight = (option: ShownOption, failed: string, work: () => Promise<void>): Promise<void> =>
    requesting.run(keyOf(option), () => work().catch((error: unknown) => showRefusal(refusalOf(error), failed)))

  /** Does something to a download that all tabs then know of. */
  async function change(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      showRefusal(refusalOf(error), words.error)
    }
    otherTabs.send(videoId)
  }

  return {
    list,
    form: form ?? list[0],
    chooseForm,
    choice,
    choose: changeChoice,
    isRequesting: (option) => requesting.has(keyOf(option)),
    request: (option, ranges = [range]) =>
      whileInFlight(option, words.error, async () => {
        toasts.show({ title: words.starting, text: words.startingText(option.label) })
        chooseForm(option)
        const asked = { ...optionsForFormat(choice, option.format), ...option.own }
        const download = await requestDownload(videoId, option, ranges, asked)
        put(download)
        store('clips', download.createdAt)
        otherTabs.send(videoId)
        refreshQuota()
        if (download.status === 'processing')
          toasts.show({ title: words.processing, text: words.processingText(option.label) })
        // Somebody has asked for the same already, and the clip is there.
        else showEnd(download)
      }),
    save: (option, download) =>
      whileInFlight(option, words.failed, async () => {
        const { saveClip } = await loadSaving()
        const saved = await saveClip(download)
        toasts.show(saved.toast)
        if (saved.gone === 'expired') put({ ...download, status: 'expired' })
        if (saved.gone === 'deleted') drop(download.id)
        if (saved.gone === 'blocked') askAgain()
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

/** What the server knows of a video's downloads, asked for once, and again when another tab has changed something. */
function useDownloadList(videoId: string) {
  const queryClient = useQueryClient()
  const change = useCallback(
    (next: (now: readonly KnownDownload[]) => readonly KnownDownload[]) => {
      const queryKey = queryKeys.downloads(videoId)
      queryClient.setQueryData<readonly KnownDownload[]>(queryKey, (now = NONE) => next(now))
      // A list that is on its way may have been read before this change.
      if (queryClient.isFetching({ queryKey })) queryClient.invalidateQueries({ queryKey })
    },
    [queryClient, videoId],
  )
  const { data } = useQuery<readonly KnownDownload[]>({
    queryKey: queryKeys.downloads(videoId),
    queryFn: async ({ signal }) => {
      const { downloads } = await listDownloads(videoId, signal)
      const known = queryClient.getQueryData<readonly KnownDownload[]>(queryKeys.downloads(videoId)) ?? NONE
      return [...downloads, ...known.filter((download) => download.deletedHere)]
    },
    // A clip that is being cut would be lost from sight: asked again as a look at its status would be.
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
    (download: KnownDownload) =>
      change((now) =>
        now.some((known) => known.id === download.id)
          ? now.map((known) => (known.id === download.id ? download : known))
          : [download, ...now],
      ),
    [change],
  )
  const drop = useCallback((id: string) => change((now) => now.filter((known) => known.id !== id)), [change])
  return { list: data ?? NONE, put, drop }
}
