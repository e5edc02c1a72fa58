import type { Download } from '@kerf/contract/download'
import { useEffect, useRef } from 'react'
import { reportServerAnswers } from '../../browser/connection.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { INTERACTION } from '../interaction-numbers.ts'
import { ApiError, OfflineError, readDownload } from '../queries/calls.ts'

interface PollingEvents {
  onAnswer: (download: Download) => void
  /** The server knows this download no longer. */
  onGone: (id: string) => void
}

/** Watches every download that is still being cut, each by itself, for as long as the page shows them. */
export function useDownloadPolling(downloads: readonly Download[], events: PollingEvents): void {
  const latest = useLatest(events)
  const watched = useRef(new Map<string, AbortController>())

  useEffect(() => {
    for (const { id, status } of downloads) {
      if (status !== 'processing' || watched.current.has(id)) continue
      const controller = new AbortController()
      watched.current.set(id, controller)
      pollDownload({
        read: (signal) => readDownload(id, signal),
        wait: waitFor,
        signal: controller.signal,
        onAnswer(download) {
          reportServerAnswers(true)
          latest.current.onAnswer(download)
        },
        onError(error) {
          if (error instanceof OfflineError) reportServerAnswers(false)
          const gone = error instanceof ApiError && error.status === 404
          if (gone) latest.current.onGone(id)
          return !gone
        },
      })
        .catch(() => {
          // The page went on to something else.
        })
        .finally(() => watched.current.delete(id))
    }
    for (const [id, controller] of watched.current) {
      const known = downloads.find((download) => download.id === id)
      if (known?.status !== 'processing') controller.abort()
    }
  }, [downloads, latest])

  useEffect(() => {
    const running = watched.current
    return () => {
      for (const controller of running.values()) controller.abort()
      running.clear()
      reportServerAnswers(true)
    }
  }, [])
}

interface Polling {
  read: (signal: AbortSignal) => Promise<Download>
  /** Rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Called with every answer. */
  onAnswer: (download: Download) => void
  /** A look failed and will be repeated; false ends the polling because repeating would not help. */
  onError: (error: unknown) => boolean
  signal: AbortSignal
}

/**
 * Looks at a download until it is no longer processing: first after a second, then each second, two seconds after a look
 * that failed.
 */
export async function pollDownload({ read, wait, onAnswer, onError, signal }: Polling): Promise<void> {
  let delayMs: number = INTERACTION.firstStatusCheckMs
  while (!signal.aborted) {
    await wait(delayMs, signal)
    try {
      const download = await read(signal)
      if (signal.aborted) return
      onAnswer(download)
      if (download.status !== 'processing') return
      delayMs = INTERACTION.statusPollMs
    } catch (error) {
      if (signal.aborted || !onError(error)) return
      delayMs = INTERACTION.statusPollAfterErrorMs
    }
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}
