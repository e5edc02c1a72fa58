import type { Download } from '@kerf/contract/download'
import { useEffect, useRef } from 'react'
import { reportServerAnswers } from '../../browser/connection.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { INTERACTION } from '../interaction-numbers.ts'
import { ApiError, OfflineError, readDownload } from '../queries/calls.ts'

interface PollingEvents {
  onAnswer: (download: Download) => void
  /** Called when the server no longer has this download. */
  onGone: (id: string) => void
}

/** Polls each download that is still being cut, for as long as the page shows it. */
export function useDownloadPolling(downloads: readonly Download[], events: PollingEvents): void {
  const latestEvents = useLatest(events)
  const pollers = useRef(new Map<string, AbortController>())

  useEffect(() => {
    for (const { id, status } of downloads) {
      if (status !== 'processing' || pollers.current.has(id)) continue
      const controller = new AbortController()
      pollers.current.set(id, controller)
      pollDownload({
        read: (signal) => readDownload(id, signal),
        wait: waitFor,
        signal: controller.signal,
        onAnswer(download) {
          reportServerAnswers(true)
          latestEvents.current.onAnswer(download)
        },
        onError(error) {
          if (error instanceof OfflineError) reportServerAnswers(false)
          const isGone = error instanceof ApiError && error.status === 404
          if (isGone) latestEvents.current.onGone(id)
          return !isGone
        },
      })
        .catch(() => {
          // The polling was aborted, because the page no longer shows the download as running.
        })
        .finally(() => pollers.current.delete(id))
    }
    for (const [id, controller] of pollers.current) {
      const shownDownload = downloads.find((download) => download.id === id)
      if (shownDownload?.status !== 'processing') controller.abort()
    }
  }, [downloads, latestEvents])

  useEffect(() => {
    const controllers = pollers.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
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
  /** Called after a failed request. true repeats it; false ends the polling, because a repetition would not help. */
  onError: (error: unknown) => boolean
  signal: AbortSignal
}

/**
 * Reads a download until it is no longer processing: first after a second, then each second, and two seconds after a
 * failed request.
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
