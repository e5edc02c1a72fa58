import type { Video } from '@kerf/contract/video'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useState } from 'react'
import { openingView, type TimelineLayout, viewShowing } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { usePanelKeys } from './panel-keys.ts'
import type { Following, Pace } from './preview/use-preview.ts'
import { snapSentence, useSnap } from './snap/use-snap.ts'
import { ASSUMED_FRAME_RATE } from './timeline/frame-step.ts'
import { type End, isStoppedShort, type MovedBy } from './timeline/move-trim-end.ts'
import { stepShownFrame } from './timeline/shown-frame.ts'
import { jumpedView, type TrimState } from './use-trim-state.ts'

export interface TrimPanelInput {
  video: Video
  trim: TrimState
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  follow: Following
  waveform: WaveformState
  /** Words of the transcript; null while it is not loaded. */
  spokenWords: readonly TranscriptWord[] | null
  onTogglePreview: () => void
  onAddRange: () => void
  onDownload: () => void
  onKeySheet: () => void
  /** Changes the playback rate by one step, or pauses or resumes. */
  onPace: (pace: Pace) => void
}

export type TrimPanelState = ReturnType<typeof useTrimPanel>

/** Snap point of the last move. */
interface LastSnap {
  end: End
  seconds: number
  sentence: string
}

/** State of the trim panel: its view, the snap, and the functions that move the handles and the playhead. */
export function useTrimPanel(input: TrimPanelInput) {
  const { video, trim, playheadSeconds, onPlayhead, follow, waveform, spokenWords } = input
  const { range, jump } = trim
  const { chapters, duration: durationSeconds } = video
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const loudness = waveform === 'coming' ? null : waveform
  const [view, setView] = useState(() => openingView(range, durationSeconds))
  const [isStopped, setStopped] = useState(false)
  const snap = useSnap({ spokenWords, loudness, chapters, frameRate, durationSeconds })
  const [snapped, setSnapped] = useState<LastSnap | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a jump may bring the range out of view.
  useEffect(() => {
    if (jump.count === 0) return
    setStopped(false)
    setView((current) => jumpedView(current, range, jump.to, durationSeconds))
  }, [jump])

  /**
   * Moves an end and returns the new range. `layout` is that of the timeline; moves by other controls have none and do
   * not snap.
   */
  function move(end: End, targetSeconds: number, by: MovedBy, layout?: TimelineLayout): TimeRange {
    const fromSeconds = end === 'start' ? range.startTime : range.endTime
    const point = layout ? snap.pointOf({ end, fromSeconds, toSeconds: targetSeconds, by, layout }) : null
    const toSeconds = point?.seconds ?? targetSeconds
    const newRange = trim.moveEnd(end, toSeconds, by)
    follow.onFollow(end)
    const isByPointer = by === 'drag' || by === 'click'
    const seconds = end === 'start' ? newRange.startTime : newRange.endTime
    // Other moves come from below the timeline, where nothing may shift while a button is pressed.
    if (isByPointer) setStopped(isStoppedShort(newRange, end, toSeconds))
    // The other end, or the end of the video, can keep the handle from the snap point.
    const hasSnapped = point !== null && Math.abs(seconds - point.seconds) < 0.001
    setSnapped(hasSnapped ? { end, seconds, sentence: snapSentence(point) } : null)
    if (!isByPointer) setView((current) => viewShowing(current, seconds, durationSeconds))
    return newRange
  }
  function movePlayhead(toSeconds: number, what: 'playhead' | 'step'): void {
    const seconds = Math.min(durationSeconds, Math.max(0, toSeconds))
    onPlayhead(seconds)
    follow.onFollow(what)
    if (what === 'step') setView((current) => viewShowing(current, seconds, durationSeconds))
  }
  usePanelKeys({
    preview: input.onTogglePreview,
    add_range: input.onAddRange,
    download: input.onDownload,
    keys: input.onKeySheet,
    slower: () => input.onPace('slower'),
    pause: () => input.onPace('pause'),
    faster: () => input.onPace('faster'),
    undo: () => trim.history.undo?.(),
    redo: () => trim.history.redo?.(),
    start_here: () => move('start', playheadSeconds, 'key'),
    end_here: () => move('end', playheadSeconds, 'key'),
    frame_back: () => movePlayhead(stepShownFrame(playheadSeconds, -1, frameRate), 'step'),
    frame_forward: () => movePlayhead(stepShownFrame(playheadSeconds, 1, frameRate), 'step'),
  })
  return { view, setView, snap, snapped, isStopped, frameRate, move, movePlayhead }
}

/** End of the range that a control belongs to; null for other controls. */
export function endWorkedOn(control: EventTarget | null): End | null {
  const end = control instanceof Element ? control.closest<HTMLElement>('[data-end]')?.dataset.end : null
  return end === 'start' || end === 'end' ? end : null
}
