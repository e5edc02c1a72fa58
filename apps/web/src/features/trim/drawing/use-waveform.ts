import type { Waveform } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'

/** Smallest peak that fills the lane. Quieter audio stays below the full height. */
export const QUIETEST_FULL_HEIGHT = 25

/** Waveform of a video: `coming` while it loads, null where there is none or it failed to load. */
export type WaveformState = Peaks | 'coming' | null

export function useWaveform(address: string | null): WaveformState {
  const [result, setResult] = useState<{ address: string; waveform: Peaks | null } | null>(null)
  useEffect(() => {
    if (address === null) return
    const controller = new AbortController()
    readWaveform(address, controller.signal)
      .catch(() => null)
      .then((waveform) => {
        if (!controller.signal.aborted) setResult({ address, waveform })
      })
    return () => controller.abort()
  }, [address])
  if (address === null) return null
  return result?.address === address ? result.waveform : 'coming'
}

async function readWaveform(address: string, signal: AbortSignal): Promise<Peaks | null> {
  const response = await fetch(address, { signal, priority: 'low' })
  if (!response.ok) return null
  const { peaks, peaksPerSecond } = (await response.json()) as Waveform
  if (peaks.length === 0) return null
  // Few videos reach full scale. The loudest peak fills the lane, so that loud and quiet parts are easy to tell apart.
  const loudest = Math.max(QUIETEST_FULL_HEIGHT, ...peaks)
  return { peaks: peaks.map((peak) => (100 * peak) / loudest), peaksPerSecond }
}
