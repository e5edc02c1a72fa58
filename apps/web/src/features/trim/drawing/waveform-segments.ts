import type { Video, Waveform } from '@kerf/contract/video'
import { audioSegments } from '@kerf/domain/ranges/previews'
import { useEffect, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'
import type { View } from './timeline-view.ts'
import { QUIETEST_FULL_HEIGHT, type WaveformState } from './use-waveform.ts'

/** A view that moves on within this time was passed by. */
const STILL_MILLISECONDS = 300

export interface WaveformSegmentsOptions {
  address: string
  peaksPerSecond: number
  durationSeconds: number
  /** Whenever more of it has come, or it turns out that there is none to show; null while nothing of it is known. */
  onWaveform: (waveform: Peaks | null) => void
  fetchFn?: typeof fetch
}

export interface WaveformSegments {
  /** Fetches what is not known yet of what is shown, and leaves the rest: what has come stays. */
  show(view: View): void
  close(): void
}

/** The waveform of a long video, as far as anybody has looked at it. */
export function openWaveformSegments(options: WaveformSegmentsOptions): WaveformSegments {
  const { address, peaksPerSecond, durationSeconds, onWaveform, fetchFn = fetch } = options
  const peaks = new Float32Array(Math.ceil(durationSeconds * peaksPerSecond)).fill(Number.NaN)
  /** What was asked for is not asked for again, whatever came of it. */
  const asked = new Set<string>()
  const coming = new Map<string, AbortController>()
  let loudest = 0
  let isAnyKnown = false

  function wantedOf({ fromSeconds, toSeconds }: View): string[] {
    const shown = { startTime: Math.max(0, fromSeconds), endTime: Math.min(toSeconds, durationSeconds) }
    const isKnown = (from: number, to: number): boolean =>
      !peaks.subarray(Math.ceil(from * peaksPerSecond), Math.floor(to * peaksPerSecond)).some(Number.isNaN)
    return audioSegments(shown)
      .filter((segment) => {
        const from = Math.max(segment.startTime, shown.startTime)
        return !isKnown(from, Math.min(segment.endTime, shown.endTime))
      })
      .map((segment) => `${address}?from=${segment.startTime}&to=${segment.endTime}`)
  }

  async function fetchSegment(segment: string, signal: AbortSignal): Promise<void> {
    const response = await fetchFn(segment, { signal, priority: 'low' })
    if (!response.ok) return
    const { peaks: come, fromSeconds = 0 } = (await response.json()) as Waveform
    if (come.length === 0) return
    const first = Math.round(fromSeconds * peaksPerSecond)
    peaks.set(come.slice(0, Math.max(0, peaks.length - first)), first)
    isAnyKnown = true
    loudest = come.reduce((most, peak) => Math.max(most, peak), loudest)
  }

  function report(): void {
    // As with a whole waveform, the loudest known peak fills the lane.
    const scale = 100 / Math.max(loudest, QUIETEST_FULL_HEIGHT)
    onWaveform(isAnyKnown ? { peaks: peaks.map((peak) => peak * scale), peaksPerSecond } : null)
  }

  async function add(segment: string): Promise<void> {
    const controller = new AbortController()
    asked.add(segment)
    coming.set(segment, controller)
    await fetchSegment(segment, controller.signal).catch(() => {})
    coming.delete(segment)
    if (controller.signal.aborted) asked.delete(segment)
    else if (coming.size === 0) report()
  }

  return {
    show(view) {
      const wanted = wantedOf(view)
      for (const [segment, controller] of coming) if (!wanted.includes(segment)) controller.abort()
      const lacking = wanted.filter((segment) => !asked.has(segment))
      for (const segment of lacking) void add(segment)
      // Too much is shown at once for any segment.
      if (wanted.length === 0 && !isAnyKnown) report()
    },
    close() {
      for (const controller of coming.values()) controller.abort()
    },
  }
}

/** Fetches the waveform of what is shown, of a video whose waveform comes in segments. */
export function useWaveformSegments(
  { waveform, duration }: Video,
  view: View,
  onWaveform: (waveform: WaveformState) => void,
): void {
  const address = waveform?.inPieces ? waveform.address : null
  const peaksPerSecond = waveform?.peaksPerSecond ?? 1
  const [segments, setSegments] = useState<WaveformSegments | null>(null)
  useEffect(() => {
    if (address === null) return
    const opened = openWaveformSegments({ address, peaksPerSecond, durationSeconds: duration, onWaveform })
    setSegments(opened)
    return () => opened.close()
  }, [address, peaksPerSecond, duration, onWaveform])
  useEffect(() => {
    if (!segments) return
    const timer = setTimeout(() => segments.show(view), STILL_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [segments, view])
}
