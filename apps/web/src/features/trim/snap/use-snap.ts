import { useState } from 'react'
import { snapWords as words } from '#messages/clips/tool.ts'
import { readStored, store } from '../../../browser/storage.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { type TimelineLayout, xToSeconds } from '../drawing/timeline-view.ts'
import type { End, MovedBy } from '../timeline/move-trim-end.ts'
import { offeredModes, readMode, type SnapMode, type SnapPoint, type SnapSources } from './snap-modes.ts'

/** Loads the snap points only when a mode is chosen: most viewers never snap. */
const loadPoints = () => import('./snap-points.ts')
/** Distance within which a dragged handle snaps. */
const HAND_PX = 12

interface HandleMove {
  end: End
  /** Time of the handle before the move. */
  fromSeconds: number
  /** Time that the handle is moved to. */
  toSeconds: number
  by: MovedBy
  layout: TimelineLayout
}

export interface Snap {
  modes: readonly SnapMode[]
  mode: SnapMode
  /** Whether the code of the chosen mode is loaded. */
  isReady: boolean
  choose: (mode: SnapMode) => void
  /** Snap point of a handle that is moved on the timeline; null where it does not snap. */
  pointOf: (move: HandleMove) => SnapPoint | null
}

/** Snap mode of the handles: off at first, then the mode last chosen in this browser, if the video offers it. */
export function useSnap(sources: SnapSources): Snap {
  const [storedMode, setStoredMode] = useState(() => readMode(readStored('snap')))
  const modes = offeredModes(sources)
  const mode = modes.includes(storedMode) ? storedMode : 'off'
  const points = useLoaded(loadPoints, mode === 'off' ? null : mode)
  return {
    modes,
    mode,
    isReady: mode === 'off' || points !== null,
    choose(newMode) {
      setStoredMode(newMode)
      store('snap', newMode === 'off' ? null : newMode)
    },
    pointOf({ end, fromSeconds, toSeconds, by, layout }) {
      // Frame steps and typed times are exact, and so are both ends of the video when a key reaches them.
      if (by === 'nudge' || by === 'typed') return null
      if (by === 'key' && (toSeconds <= 0 || toSeconds >= sources.durationSeconds)) return null
      return points?.snapPoint(mode, sources, end, toSeconds, reachOf(by, fromSeconds, toSeconds, layout)) ?? null
    },
  }
}

/**
 * Largest distance of a snap, in seconds. After a key it is half of the step, so that no handle snaps back to its old
 * time.
 */
function reachOf(by: MovedBy, fromSeconds: number, toSeconds: number, layout: TimelineLayout): number {
  if (by === 'key') return Math.abs(toSeconds - fromSeconds) / 2
  return xToSeconds(HAND_PX, layout) - xToSeconds(0, layout)
}

/** Snap mode in words; null where handles do not snap. */
export function snapSummary({ mode }: Snap): string | null {
  return mode === 'off' ? null : `${words.label}: ${words.modes[mode]}`
}

/** Snap point of a handle in words. */
export function snapSentence({ at, name = '' }: SnapPoint): string {
  return at === 'word' || at === 'chapter' ? words[at](name) : words[at]
}
