import type { Download } from '@kerf/contract/download'
import { INTERACTION } from '../interaction-numbers.ts'

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

export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
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
