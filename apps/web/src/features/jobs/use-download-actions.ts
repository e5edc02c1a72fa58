import type { OwnDownload } from '@kerf/contract/user'
import { clipLabel } from '@kerf/domain/formats/clip-format'
import { useQueryClient } from '@tanstack/react-query'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { useRunning } from '../../browser/use-running.ts'
import { saveClip } from '../../data/downloads/save-clip.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { cancelDownload, deleteDownload } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import type { useOwnDownloads } from './use-own-downloads.ts'

export interface DownloadActions {
  /** Whether an action of this download is running. Other actions are ignored until it ends. */
  isBusy: (download: OwnDownload) => boolean
  save: (download: OwnDownload) => void
  cancel: (download: OwnDownload) => void
  remove: (download: OwnDownload) => void
}

export const qualityName = (download: OwnDownload): string => clipLabel(download)

/** Actions on listed downloads. Each download has at most one running action. */
export function useDownloadActions({
  put,
  drop,
}: Pick<ReturnType<typeof useOwnDownloads>, 'put' | 'drop'>): DownloadActions {
  const queryClient = useQueryClient()
  const runningActions = useRunning()
  const runOnce = (download: OwnDownload, work: () => Promise<void>): void =>
    void runningActions.run(download.id, () => work().catch(showFailure))
  /** Refreshes the other lists that have this download, such as the one on the result page of the video. */
  function refreshOtherLists(download: OwnDownload): void {
    void queryClient.invalidateQueries({ queryKey: queryKeys.downloads(download.videoId) })
    void queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  }

  return {
    isBusy: (download) => runningActions.has(download.id),
    save: (download) =>
      runOnce(download, async () => {
        const result = await saveClip(download)
        toasts.show(result.toast)
        if (result.gone === 'blocked') put({ ...download, status: 'failed', code: 'link_blocked' })
        else if (result.gone) put({ ...download, status: 'expired' })
      }),
    cancel: (download) =>
      runOnce(download, async () => {
        put(await cancelDownload(download.id))
        toasts.show({ title: toolWords.downloadToasts.cancelled, text: toolWords.downloadToasts.cancelledText })
        refreshOtherLists(download)
      }),
    remove: (download) =>
      runOnce(download, async () => {
        await deleteDownload(download.id)
        drop(download.id)
        toasts.show({ title: dashboardWords.jobs.removed, text: dashboardWords.jobs.removedText })
        refreshOtherLists(download)
      }),
  }
}
