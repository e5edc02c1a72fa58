import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useCallback, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import type { End } from '../timeline/move-trim-end.ts'
import { lookAt } from '../timeline/shown-frame.ts'

export type Pace = 'slower' | 'pause' | 'faster'

/** Rates that both players know. */
const RATES: readonly number[] = [0.25, 0.5, 1, 1.5, 2]

export interface Preview {
  open: boolean
  playing: boolean
  rate: number
  /** Opens and closes it. */
  toggle: () => void
  onPlaying: (playing: boolean) => void
  /** A step slower or faster, or pause and play. Opens it if need be. */
  onPace: (pace: Pace) => void
}

/** Opens and closes the preview, says so, and brings the player on screen when it opens. */
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
  const place = RATES.indexOf(rate) + by
  return RATES[Math.min(RATES.length - 1, Math.max(0, place))]!
}

/** What the preview follows: an end of the range, the playhead as it is dragged, or a step of it. */
type Shown = End | 'playhead' | 'step'

/** What the preview follows, and how. */
export interface Follow {
  /** null while nothing has been moved: then the video's own thumbnail is shown. */
  what: Shown | null
  /** How often something was moved. */
  moves: number
  /** A handle is pressed now. */
  pressed: boolean
}

export interface Following extends Follow {
  /** Something was moved, and is what the preview should follow. */
  onFollow: (what: Shown) => void
  /** Work on this end is over for now. */
  onLeave: (end: End) => void
  /** A handle or the playhead is pressed, or let go. */
  onPress: (pressed: boolean) => void
}

/** The preview follows the hand: the end that is moved, or the playhead. Once work on the end is over, the clip's first frame stays. */
export function useFollow(initially: Shown | null): Following {
  const [{ what, moves }, setFollowed] = useState({ what: initially, moves: 0 })
  const [pressed, onPress] = useState(false)
  const onFollow = useCallback((next: Shown) => setFollowed((now) => ({ what: next, moves: now.moves + 1 })), [])
  const onLeave = useCallback(
    (end: End) => setFollowed((now) => (now.what === end ? { ...now, what: 'start' } : now)),
    [],
  )
  return { what, moves, pressed, onFollow, onLeave, onPress }
}

/** The time in the video whose frame is shown. */
export function followedTime(what: Shown, range: TimeRange, playheadSeconds: number, frameRate: number): number {
  if (what === 'start') return lookAt.start(range.startTime, frameRate)
  if (what === 'end') return lookAt.end(range.endTime, frameRate)
  return lookAt.playhead(playheadSeconds, frameRate)
}
