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

/** All downloads of this person as far as they have been asked for, newest first; the running ones are watched. */
export function useOwnDownloads() {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(ownDownloadsQuery)
  const list = useMemo<readonly OwnDownload[]>(
    () => query.data?.pages.flatMap((page) => page.downloads) ?? [],
    [query.data],
  )

  const change = useCallback(
    (id: string, next: (known: OwnDownload) => OwnDownload | null) => {
      const { queryKey } = ownDownloadsQuery
      const apply = (): void => void queryClient.setQueryData(queryKey, (now) => now && changedPages(now, id, next))
      apply()
      // Pages that are on their way know nothing of it, nor do those that they will be put behind.
      if (queryClient.isFetching({ queryKey }))
        queryClient.getQueryCache().find({ queryKey })?.promise?.then(apply, apply)
    },
    [queryClient],
  )
  /** Takes over what the server says of a download; which video it was cut from is known already. */
  const put = useCallback((download: Download) => change(download.id, (known) => ({ ...known, ...download })), [change])
  const drop = useCallback((id: string) => change(id, () => null), [change])

  useDownloadPolling(list, {
    onAnswer(download) {
      put(download)
      if (download.status === 'processing') return
      void queryClient.invalidateQueries({ queryKey: queryKeys.quota })
      const title = list.find((known) => known.id === download.id)?.title ?? download.fileName
      const toast = endToast(download, title)
      if (toast) toasts.show(toast)
    },
    onGone: drop,
  })
  useDownloadExpiry(list, { onAnswer: put, onGone: drop })
  return { query, list, put, drop }
}
