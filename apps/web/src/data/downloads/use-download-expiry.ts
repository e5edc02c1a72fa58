import type { Download } from '@kerf/contract/download'
import { serverNow } from '../../browser/server-clock.ts'
import { ApiError, readDownload } from '../queries/calls.ts'
import { useAtTime } from './use-at-time.ts'

interface ExpiryEvents {
  onAnswer: (download: Download) => void
  /** Called when the server no longer has this download. */
  onGone: (id: string) => void
}

/**
 * Reads finished clips again when they expire, so that their rows show it. The server decides whether they have
 * expired.
 */
export function useDownloadExpiry(downloads: readonly Download[], { onAnswer, onGone }: ExpiryEvents): void {
  const expiries = downloads
    .filter((download) => download.status === 'completed' && download.expiresAt !== null)
    .map((download) => ({ id: download.id, endMs: Date.parse(download.expiresAt ?? '') }))
  const firstEndMs = expiries.length === 0 ? null : Math.min(...expiries.map(({ endMs }) => endMs))
  useAtTime(firstEndMs, () => {
    for (const { id, endMs } of expiries) if (endMs <= serverNow()) readAgain(id)
  })

  function readAgain(id: string): void {
    readDownload(id, new AbortController().signal).then(onAnswer, (error) => {
      if (error instanceof ApiError && error.status === 404) onGone(id)
    })
  }
}
