import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useCallback, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import type { End } from '../timeline/move-trim-end.ts'
import { seekTimes } from '../timeline/shown-frame.ts'

export type Pace = 'slower' | 'pause' | 'faster'

/** Playback rates that both players support. */
const PLAYBACK_RATES: readonly number[] = [0.25, 0.5, 1, 1.5, 2]

export interface Preview {
  open: boolean
  playing: boolean
  rate: number
  /** Opens or closes the preview. */
  toggle: () => void
  onPlaying: (playing: boolean) => void
  /** Changes the rate by one step, or pauses or resumes. A closed preview is opened instead. */
  onPace: (pace: Pace) => void
}

/** State of the preview. Opening and closing shows a toast. Opening scrolls the player into view. */
export function usePreview(): Preview {
  const [open, setOpen] = useState(false)
  const [playing, setPlaying] = useState(true)
  const [rate, setRate] = useState(1)
  function toggle(): void {
    setOpen(!open)
    setPlaying(true)
    setRate(1)
    toasts.show({ title: open ? toolWords.trim.closedTitle : toolWords.trim.openedTitle })
    if (!open) document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
  }
  function onPace(pace: Pace): void {
    if (!open) toggle()
    else if (pace === 'pause') setPlaying(!playing)
    else if (pace === 'faster' && !playing) setPlaying(true)
    else setRate(nextRate(rate, pace === 'faster' ? 1 : -1))
  }
  return { open, playing, rate, toggle, onPlaying: setPlaying, onPace }
}

function nextRate(rate: number, by: -1 | 1): number {
  const place = PLAYBACK_RATES.indexOf(rate) + by
  return PLAYBACK_RATES[Math.min(PLAYBACK_RATES.length - 1, Math.max(0, place))]!
}

/** Subject that the preview follows: an end of the range, the dragged playhead, or a step of the playhead. */
type FollowSubject = End | 'playhead' | 'step'

/** Subject that the preview follows, and the state of its movement. */
export interface Follow {
  /** null until something was moved: the video's own thumbnail is shown. */
  what: FollowSubject | null
  /** Number of moves so far. */
  moves: number
  /** Whether a handle or the playhead is pressed. */
  pressed: boolean
}

export interface Following extends Follow {
  /** Makes the preview follow a subject that was moved. */
  onFollow: (what: FollowSubject) => void
  /** Called when an end is no longer edited: the preview returns to the start of the clip. */
  onLeave: (end: End) => void
  /** Called when a handle or the playhead is pressed or released. */
  onPress: (pressed: boolean) => void
}

/** The preview follows the moved end or the playhead. After an end was edited, it shows the clip's first frame. */
export function useFollow(initialSubject: FollowSubject | null): Following {
  const [{ what, moves }, setFollowed] = useState({ what: initialSubject, moves: 0 })
  const [pressed, onPress] = useState(false)
  const onFollow = useCallback(
    (subject: FollowSubject) => setFollowed((state) => ({ what: subject, moves: state.moves + 1 })),
    [],
  )
  const onLeave = useCallback(
    (end: End) => setFollowed((state) => (state.what === end ? { ...state, what: 'start' } : state)),
    [],
  )
  return { what, moves, pressed, onFollow, onLeave, onPress }
}

/** Time in the video whose frame is shown, in seconds. */
export function followedTime(
  what: FollowSubject,
  range: TimeRange,
  playheadSeconds: number,
  frameRate: number,
): number {
  if (what === 'start') return seekTimes.start(range.startTime, frameRate)
  if (what === 'end') return seekTimes.end(range.endTime, frameRate)
  return seekTimes.playhead(playheadSeconds, frameRate)
}
