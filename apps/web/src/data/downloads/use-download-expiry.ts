import type { Download } from '@kerf/contract/download'
import { serverNow } from '../../browser/server-clock.ts'
import { ApiError, readDownload } from '../queries/calls.ts'
import { useAtTime } from './use-at-time.ts'

interface ExpiryEvents {
  onAnswer: (download: Download) => void
  /** The server knows this download no longer. */
  onGone: (id: string) => void
}

/** Asks after finished clips when their time is over, so that their rows say so by themselves. The server's word counts. */
export function useDownloadExpiry(downloads: readonly Download[], { onAnswer, onGone }: ExpiryEvents): void {
  const ends = downloads
    .filter((download) => download.status === 'completed' && download.expiresAt !== null)
    .map((download) => ({ id: download.id, endMs: Date.parse(download.expiresAt ?? '') }))
  const firstEndMs = ends.length === 0 ? null : Math.min(...ends.map(({ endMs }) => endMs))
  useAtTime(firstEndMs, () => {
    for (const { id, endMs } of ends) if (endMs <= serverNow()) ask(id)
  })

  function ask(id: string): void {
    readDownload(id, new AbortController().signal).then(onAnswer, (error) => {
      if (error instanceof ApiError && error.status === 404) onGone(id)
    })
  }
}
