import type { Video, Waveform } from '@kerf/contract/video'
import { audioPieces } from '@kerf/domain/ranges/previews'
import { useEffect, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'
import type { View } from './timeline-view.ts'
import { QUIETEST_FULL_HEIGHT, type WaveformState } from './use-waveform.ts'

/** Time for which a view must not change before its waveform is fetched. */
const VIEW_DEBOUNCE_MILLISECONDS = 300

export interface WaveformPiecesOptions {
  address: string
  peaksPerSecond: number
  durationSeconds: number
  /** Called when all running requests have ended, with the peaks known so far; null where none is known. */
  onWaveform: (waveform: Peaks | null) => void
  fetchFn?: typeof fetch
}

export interface WaveformPieces {
  /** Fetches the unknown segments of a view, and aborts requests of segments outside it. Loaded segments stay. */
  show(view: View): void
  close(): void
}

/** Waveform of a long video, loaded in segments as the viewer looks at them. */
export function openWaveformPieces(options: WaveformPiecesOptions): WaveformPieces {
  const { address, peaksPerSecond, durationSeconds, onWaveform, fetchFn = fetch } = options
  const peaks = new Float32Array(Math.ceil(durationSeconds * peaksPerSecond)).fill(Number.NaN)
  /** Addresses of segments that were requested. Only an aborted request is repeated. */
  const requestedAddresses = new Set<string>()
  const runningRequests = new Map<string, AbortController>()
  let loudest = 0
  let isAnyKnown = false
  let isClosed = false

  function missingAddresses({ fromSeconds, toSeconds }: View): string[] {
    const visibleRange = { startTime: Math.max(0, fromSeconds), endTime: Math.min(toSeconds, durationSeconds) }
    const isKnown = (from: number, to: number): boolean =>
      !peaks.subarray(Math.ceil(from * peaksPerSecond), Math.floor(to * peaksPerSecond)).some(Number.isNaN)
    return audioPieces(visibleRange)
      .filter((segment) => {
        const from = Math.max(segment.startTime, visibleRange.startTime)
        return !isKnown(from, Math.min(segment.endTime, visibleRange.endTime))
      })
      .map((segment) => `${address}?from=${segment.startTime}&to=${segment.endTime}`)
  }

  async function fetchSegment(segmentAddress: string, signal: AbortSignal): Promise<void> {
    const response = await fetchFn(segmentAddress, { signal, priority: 'low' })
    if (!response.ok) return
    const { peaks: newPeaks, fromSeconds = 0 } = (await response.json()) as Waveform
    if (newPeaks.length === 0) return
    const first = Math.round(fromSeconds * peaksPerSecond)
    peaks.set(newPeaks.slice(0, Math.max(0, peaks.length - first)), first)
    isAnyKnown = true
    loudest = newPeaks.reduce((maximum, peak) => Math.max(maximum, peak), loudest)
  }

  function report(): void {
    // The loudest known peak fills the lane, as in a waveform that is served whole.
    const scale = 100 / Math.max(loudest, QUIETEST_FULL_HEIGHT)
    onWaveform(isAnyKnown ? { peaks: peaks.map((peak) => peak * scale), peaksPerSecond } : null)
  }

  async function addSegment(segmentAddress: string): Promise<void> {
    const controller = new AbortController()
    requestedAddresses.add(segmentAddress)
    runningRequests.set(segmentAddress, controller)
    await fetchSegment(segmentAddress, controller.signal).catch(() => {})
    runningRequests.delete(segmentAddress)
    if (controller.signal.aborted) requestedAddresses.delete(segmentAddress)
    // Segments that have loaded are reported even if the last request was aborted.
    if (runningRequests.size === 0 && !isClosed) report()
  }

  return {
    show(view) {
      const neededAddresses = missingAddresses(view)
      for (const [segmentAddress, controller] of runningRequests)
        if (!neededAddresses.includes(segmentAddress)) controller.abort()
      const newAddresses = neededAddresses.filter((segmentAddress) => !requestedAddresses.has(segmentAddress))
      for (const segmentAddress of newAddresses) void addSegment(segmentAddress)
      // A view that is too long has no segments.
      if (neededAddresses.length === 0 && !isAnyKnown) report()
    },
    close() {
      isClosed = true
      for (const controller of runningRequests.values()) controller.abort()
    },
  }
}

/** Fetches the waveform of the view, for videos whose waveform is served in segments. */
export function useWaveformPieces(
  { waveform, duration }: Video,
  view: View,
  onWaveform: (waveform: WaveformState) => void,
): void {
  const address = waveform?.inPieces ? waveform.address : null
  const peaksPerSecond = waveform?.peaksPerSecond ?? 1
  const [pieces, setPieces] = useState<WaveformPieces | null>(null)
  useEffect(() => {
    if (address === null) return
    const openedPieces = openWaveformPieces({ address, peaksPerSecond, durationSeconds: duration, onWaveform })
    setPieces(openedPieces)
    return () => openedPieces.close()
  }, [address, peaksPerSecond, duration, onWaveform])
  useEffect(() => {
    if (!pieces) return
    const timer = setTimeout(() => pieces.show(view), VIEW_DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [pieces, view])
}
