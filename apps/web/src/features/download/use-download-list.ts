import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { openTabChannel } from '../../browser/tab-channel.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { listDownloads } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import type { KnownDownload } from './option-row.ts'

interface DownloadList {
  /** Newest first. */
  list: readonly KnownDownload[]
  /** Adds a download, or takes the place of what was known of it. */
  put: (download: KnownDownload) => void
  drop: (id: string) => void
}

/** A download of this video was asked for, cancelled or deleted here. */
export const otherTabs = openTabChannel<string>('kerf:downloads')

const NONE: readonly KnownDownload[] = []

/** What the server knows of a video's downloads, asked for once, and again when another tab has changed something. */
export function useDownloadList(videoId: string): DownloadList {
  const queryClient = useQueryClient()
  const change = useCallback(
    (next: (now: readonly KnownDownload[]) => readonly KnownDownload[]) =>
      queryClient.setQueryData<readonly KnownDownload[]>(queryKeys.downloads(videoId), (now = NONE) => next(now)),
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
      void change((now) =>
        now.some((known) => known.id === download.id)
          ? now.map((known) => (known.id === download.id ? download : known))
          : [download, ...now],
      ),
    [change],
  )
  const drop = useCallback((id: string) => void change((now) => now.filter((known) => known.id !== id)), [change])
  return { list: data ?? NONE, put, drop }
}
