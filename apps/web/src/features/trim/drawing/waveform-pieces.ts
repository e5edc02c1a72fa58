import type { Video, Waveform } from '@kerf/contract/video'
import { audioPieces } from '@kerf/domain/ranges/previews'
import { useEffect, useState } from 'react'
import type { Peaks } from './draw-waveform.ts'
import type { View } from './timeline-view.ts'
import { QUIETEST_FULL_HEIGHT, type WaveformState } from './use-waveform.ts'

/** A view that moves on within this time was passed by. */
const STILL_MILLISECONDS = 300

export interface WaveformPiecesOptions {
  address: string
  peaksPerSecond: number
  durationSeconds: number
  /** Whenever more of it has come, or it turns out that there is none to show; null while nothing of it is known. */
  onWaveform: (waveform: Peaks | null) => void
  fetchFn?: typeof fetch
}

export interface WaveformPieces {
  /** Fetches what is not known yet of what is shown, and leaves the rest: what has come stays. */
  show(view: View): void
  close(): void
}

/** The waveform of a long video, as far as anybody has looked at it. */
export function openWaveformPieces(options: WaveformPiecesOptions): WaveformPieces {
  const { address, peaksPerSecond, durationSeconds, onWaveform, fetchFn = fetch } = options
  const peaks = new Float32Array(Math.ceil(durationSeconds * peaksPerSecond)).fill(Number.NaN)
  /** What was asked for is not asked for again, whatever came of it. */
  const asked = new Set<string>()
  const coming = new Map<string, AbortController>()
  let loudest = 0
  let isAnyKnown = false
  let isClosed = false

  function wantedOf({ fromSeconds, toSeconds }: View): string[] {
    const shown = { startTime: Math.max(0, fromSeconds), endTime: Math.min(toSeconds, durationSeconds) }
    const isKnown = (from: number, to: number): boolean =>
      !peaks.subarray(Math.ceil(from * peaksPerSecond), Math.floor(to * peaksPerSecond)).some(Number.isNaN)
    return audioPieces(shown)
      .filter((piece) => {
        const from = Math.max(piece.startTime, shown.startTime)
        return !isKnown(from, Math.min(piece.endTime, shown.endTime))
      })
      .map((piece) => `${address}?from=${piece.startTime}&to=${piece.endTime}`)
  }

  async function fetchPiece(piece: string, signal: AbortSignal): Promise<void> {
    const response = await fetchFn(piece, { signal, priority: 'low' })
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

  async function add(piece: string): Promise<void> {
    const controller = new AbortController()
    asked.add(piece)
    coming.set(piece, controller)
    await fetchPiece(piece, controller.signal).catch(() => {})
    coming.delete(piece)
    if (controller.signal.aborted) asked.delete(piece)
    // The last one may have been given up: those before it are still to be shown.
    if (coming.size === 0 && !isClosed) report()
  }

  return {
    show(view) {
      const wanted = wantedOf(view)
      for (const [piece, controller] of coming) if (!wanted.includes(piece)) controller.abort()
      const lacking = wanted.filter((piece) => !asked.has(piece))
      for (const piece of lacking) void add(piece)
      // Too much is shown at once for any piece.
      if (wanted.length === 0 && !isAnyKnown) report()
    },
    close() {
      isClosed = true
      for (const controller of coming.values()) controller.abort()
    },
  }
}

/** Fetches the waveform of what is shown, of a video whose waveform comes in pieces. */
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
    const opened = openWaveformPieces({ address, peaksPerSecond, durationSeconds: duration, onWaveform })
    setPieces(opened)
    return () => opened.close()
  }, [address, peaksPerSecond, duration, onWaveform])
  useEffect(() => {
    if (!pieces) return
    const timer = setTimeout(() => pieces.show(view), STILL_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [pieces, view])
}
