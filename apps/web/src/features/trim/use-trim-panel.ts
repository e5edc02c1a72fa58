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
import { jumpedView, type Trim } from './use-trim.ts'

export interface TrimPanelInput {
  video: Video
  trim: Trim
  playheadSeconds: number
  onPlayhead: (seconds: number) => void
  follow: Following
  waveform: WaveformState
  /** The words of the transcript, as far as it has been loaded. */
  spokenWords: readonly TranscriptWord[] | null
  onTogglePreview: () => void
  onAddRange: () => void
  onDownload: () => void
  onKeySheet: () => void
  /** Plays faster or more slowly by one step, or pauses and goes on. */
  onPace: (pace: Pace) => void
}

export type TrimPanelState = ReturnType<typeof useTrimPanel>

/** Where a handle has stopped, in words; it holds until that is moved again. */
interface Snapped {
  end: End
  seconds: number
  sentence: string
}

/** What moves the handles, the playhead and the view of the trim panel, and what is said of it. */
export function useTrimPanel(input: TrimPanelInput) {
  const { video, trim, playheadSeconds, onPlayhead, follow, waveform, spokenWords } = input
  const { range, jump } = trim
  const { chapters, duration: durationSeconds } = video
  const frameRate = video.frameRate ?? ASSUMED_FRAME_RATE
  const loudness = waveform === 'coming' ? null : waveform
  const [view, setView] = useState(() => openingView(range, durationSeconds))
  const [isStopped, setStopped] = useState(false)
  const snap = useSnap({ spokenWords, loudness, chapters, frameRate, durationSeconds })
  const [snapped, setSnapped] = useState<Snapped | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was brought here at once may lie out of view.
  useEffect(() => {
    if (jump.count === 0) return
    setStopped(false)
    setView((now) => jumpedView(now, range, jump.to, durationSeconds))
  }, [jump])

  /** `layout` is that of the timeline on which it is moved: what is moved elsewhere does not snap. */
  function move(end: End, wantedSeconds: number, by: MovedBy, layout?: TimelineLayout): TimeRange {
    const fromSeconds = end === 'start' ? range.startTime : range.endTime
    const point = layout ? snap.pointOf({ end, fromSeconds, toSeconds: wantedSeconds, by, layout }) : null
    const toSeconds = point?.seconds ?? wantedSeconds
    const moved = trim.moveEnd(end, toSeconds, by)
    follow.onFollow(end)
    const byHand = by === 'drag' || by === 'click'
    const seconds = end === 'start' ? moved.startTime : moved.endTime
    setStopped(byHand && isStoppedShort(moved, end, toSeconds))
    // The other end, or the end of the video, may have been in the way.
    const hasSnapped = point !== null && Math.abs(seconds - point.seconds) < 0.001
    setSnapped(hasSnapped ? { end, seconds, sentence: snapSentence(point) } : null)
    if (!byHand) setView((now) => viewShowing(now, seconds, durationSeconds))
    return moved
  }
  function movePlayhead(toSeconds: number, what: 'playhead' | 'step'): void {
    const seconds = Math.min(durationSeconds, Math.max(0, toSeconds))
    onPlayhead(seconds)
    follow.onFollow(what)
    if (what === 'step') setView((now) => viewShowing(now, seconds, durationSeconds))
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

/** The end that a control belongs to. */
export function endWorkedOn(control: EventTarget | null): End | null {
  const end = control instanceof Element ? control.closest<HTMLElement>('[data-end]')?.dataset.end : null
  return end === 'start' || end === 'end' ? end : null
}
