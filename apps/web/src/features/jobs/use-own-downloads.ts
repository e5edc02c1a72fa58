import type { Download } from '@kerf/contract/download'
import type { OwnDownload } from '@kerf/contract/user'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { endToast } from '../../data/downloads/download-failure.ts'
import { changedPages } from '../../data/downloads/job-view.ts'
import { useDownloadExpiry } from '../../data/downloads/use-download-expiry.ts'
import { useDownloadPolling } from '../../data/downloads/use-download-polling.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { ownDownloadsQuery } from '../../data/queries/user-queries.ts'

/** Loaded downloads of this account, newest first. Running ones are polled. */
export function useOwnDownloads() {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(ownDownloadsQuery)
  const list = useMemo<readonly OwnDownload[]>(
    () => query.data?.pages.flatMap((page) => page.downloads) ?? [],
    [query.data],
  )

  const changeDownload = useCallback(
    (id: string, update: (current: OwnDownload) => OwnDownload | null) => {
      const { queryKey } = ownDownloadsQuery
      const apply = (): void =>
        void queryClient.setQueryData(queryKey, (data) => data && changedPages(data, id, update))
      apply()
      // A running fetch may return pages from before the change, so the change is applied again when it ends.
      if (queryClient.isFetching({ queryKey }))
        queryClient.getQueryCache().find({ queryKey })?.promise?.then(apply, apply)
    },
    [queryClient],
  )
  /** Merges the server's answer into the listed download. The answer lacks the title and link of the video. */
  const put = useCallback(
    (download: Download) => changeDownload(download.id, (current) => ({ ...current, ...download })),
    [changeDownload],
  )
  const drop = useCallback((id: string) => changeDownload(id, () => null), [changeDownload])

  useDownloadPolling(list, {
    onAnswer(download) {
      put(download)
      if (download.status === 'processing') return
      void queryClient.invalidateQueries({ queryKey: queryKeys.quota })
      const title = list.find(({ id }) => id === download.id)?.title ?? download.fileName
      const toast = endToast(download, title)
      if (toast) toasts.show(toast)
    },
    onGone: drop,
  })
  useDownloadExpiry(list, { onAnswer: put, onGone: drop })
  return { query, list, put, drop }
}
