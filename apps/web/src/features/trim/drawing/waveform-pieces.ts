import type { Video, Waveform } from '@kerf/contract/video'
import { audioPieces } from '@kerf/domain/ranges/previews'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useMemo, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'
import type { View } from './timeline-view.ts'
import { QUIETEST_FULL_HEIGHT, type WaveformState } from './use-waveform.ts'

/** Time for which a view must not change before its waveform is fetched. */
const VIEW_DEBOUNCE_MILLISECONDS = 300

/** Reads the waveform of a segment; null where it has none. Rejects if it is aborted or fails. */
export type ReadSegment = (segment: TimeRange, signal: AbortSignal) => Promise<Waveform | null>

interface WaveformPiecesOptions {
  readSegment: ReadSegment
  peaksPerSecond: number
  durationSeconds: number
  /** Called when all running requests have ended, with the peaks known so far; null where none is known. */
  onWaveform: (waveform: Peaks | null) => void
}

export interface WaveformPieces {
  /** Reads the unknown segments of a view, and aborts reads of segments outside it. Loaded segments stay. */
  show(view: View): void
  close(): void
}

/** Waveform of a long video, loaded in segments as the viewer looks at them. */
export function openWaveformPieces(options: WaveformPiecesOptions): WaveformPieces {
  const { readSegment, peaksPerSecond, durationSeconds, onWaveform } = options
  const peaks = new Float32Array(Math.ceil(durationSeconds * peaksPerSecond)).fill(Number.NaN)
  /** Keys of segments that were requested. Only an aborted request is repeated. */
  const requestedKeys = new Set<string>()
  const runningRequests = new Map<string, AbortController>()
  let loudest = 0
  let isAnyKnown = false
  let isClosed = false

  function missingSegments({ fromSeconds, toSeconds }: View): TimeRange[] {
    const visibleRange = { startTime: Math.max(0, fromSeconds), endTime: Math.min(toSeconds, durationSeconds) }
    const isKnown = (from: number, to: number): boolean =>
      !peaks.subarray(Math.ceil(from * peaksPerSecond), Math.floor(to * peaksPerSecond)).some(Number.isNaN)
    return audioPieces(visibleRange).filter((segment) => {
      const from = Math.max(segment.startTime, visibleRange.startTime)
      return !isKnown(from, Math.min(segment.endTime, visibleRange.endTime))
    })
  }

  async function loadSegment(segment: TimeRange, signal: AbortSignal): Promise<void> {
    const segmentWaveform = await readSegment(segment, signal)
    if (!segmentWaveform || segmentWaveform.peaks.length === 0) return
    const { peaks: newPeaks, fromSeconds = 0 } = segmentWaveform
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

  async function addSegment(segment: TimeRange): Promise<void> {
    const key = rangeKeyOf(segment)
    const controller = new AbortController()
    requestedKeys.add(key)
    runningRequests.set(key, controller)
    await loadSegment(segment, controller.signal).catch(() => {})
    runningRequests.delete(key)
    if (controller.signal.aborted) requestedKeys.delete(key)
    // Segments that have loaded are reported even if the last request was aborted.
    if (runningRequests.size === 0 && !isClosed) report()
  }

  return {
    show(view) {
      const neededSegments = missingSegments(view)
      const neededKeys = neededSegments.map(rangeKeyOf)
      for (const [key, controller] of runningRequests) if (!neededKeys.includes(key)) controller.abort()
      const newSegments = neededSegments.filter((segment) => !requestedKeys.has(rangeKeyOf(segment)))
      for (const segment of newSegments) void addSegment(segment)
      // A view that is too long has no segments.
      if (neededSegments.length === 0 && !isAnyKnown) report()
    },
    close() {
      isClosed = true
      for (const controller of runningRequests.values()) controller.abort()
    },
  }
}

const rangeKeyOf = ({ startTime, endTime }: TimeRange): string => `${startTime}-${endTime}`

/** Reads the waveform of the view in segments. `readSegment` is null for videos whose waveform is read whole. */
export function useSegmentedWaveform(
  readSegment: ReadSegment | null,
  { waveform, duration }: Pick<Video, 'waveform' | 'duration'>,
  view: View,
  onWaveform: (waveform: WaveformState) => void,
): void {
  const peaksPerSecond = waveform?.peaksPerSecond ?? 1
  const [pieces, setPieces] = useState<WaveformPieces | null>(null)
  useEffect(() => {
    if (readSegment === null) return
    const openedPieces = openWaveformPieces({ readSegment, peaksPerSecond, durationSeconds: duration, onWaveform })
    setPieces(openedPieces)
    return () => openedPieces.close()
  }, [readSegment, peaksPerSecond, duration, onWaveform])
  useEffect(() => {
    if (!pieces) return
    const timer = setTimeout(() => pieces.show(view), VIEW_DEBOUNCE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [pieces, view])
}

/** Fetches the waveform of the view, for videos whose waveform the server sends in segments. */
export function useWaveformPieces(video: Video, view: View, onWaveform: (waveform: WaveformState) => void): void {
  const address = video.waveform?.inPieces ? video.waveform.address : null
  const readSegment = useMemo(() => (address === null ? null : segmentFetcher(address)), [address])
  useSegmentedWaveform(readSegment, video, view, onWaveform)
}

const segmentFetcher =
  (address: string): ReadSegment =>
  async ({ startTime, endTime }, signal) => {
    const response = await fetch(`${address}?from=${startTime}&to=${endTime}`, { signal, priority: 'low' })
    return response.ok ? ((await response.json()) as Waveform) : null
  }
