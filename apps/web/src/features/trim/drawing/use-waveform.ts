import type { Waveform } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'

/** Audio quieter than this is drawn as quiet. */
export const QUIETEST_FULL_HEIGHT = 25

/** The waveform of a video: `coming` while it is on its way, null where there is none or it cannot be had. */
export type WaveformState = Peaks | 'coming' | null

export function useWaveform(address: string | null): WaveformState {
  const [got, setGot] = useState<{ address: string; waveform: Peaks | null } | null>(null)
  useEffect(() => {
    if (address === null) return
    const controller = new AbortController()
    readWaveform(address, controller.signal)
      .catch(() => null)
      .then((waveform) => {
        if (!controller.signal.aborted) setGot({ address, waveform })
      })
    return () => controller.abort()
  }, [address])
  if (address === null) return null
  return got?.address === address ? got.waveform : 'coming'
}

async function readWaveform(address: string, signal: AbortSignal): Promise<Peaks | null> {
  const response = await fetch(address, { signal, priority: 'low' })
  if (!response.ok) return null
  const { peaks, peaksPerSecond } = (await response.json()) as Waveform
  if (peaks.length === 0) return null
  // Few videos reach full scale. What matters here is where it is loud and where it is quiet, so the loudest fills the lane.
  const loudest = Math.max(QUIETEST_FULL_HEIGHT, ...peaks)
  return { peaks: peaks.map((peak) => (100 * peak) / loudest), peaksPerSecond }
}
