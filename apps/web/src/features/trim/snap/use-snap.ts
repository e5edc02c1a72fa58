import { useState } from 'react'
import { snapWords as words } from '#messages/clips/tool.ts'
import { readStored, store } from '../../../browser/storage.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { type TimelineLayout, xToSeconds } from '../drawing/timeline-view.ts'
import type { End, MovedBy } from '../timeline/move-trim-end.ts'
import { offeredModes, readMode, type SnapMode, type SnapPoint, type SnapSources } from './snap-modes.ts'

/** Most people never snap. */
const loadPoints = () => import('./snap-points.ts')
/** A hand is not more exact than this. */
const HAND_PX = 12

interface Meant {
  end: End
  /** Where the handle is. */
  fromSeconds: number
  /** Where it is meant to be. */
  toSeconds: number
  by: MovedBy
  layout: TimelineLayout
}

export interface Snap {
  modes: readonly SnapMode[]
  mode: SnapMode
  /** Not while what it needs is loaded. */
  isReady: boolean
  choose: (mode: SnapMode) => void
  /** Where a handle stops that is moved on the timeline; null where that is nowhere special. */
  pointOf: (meant: Meant) => SnapPoint | null
}

/** What handles snap to: nothing at first, and then what was chosen last in this browser, as far as the video has it. */
export function useSnap(sources: SnapSources): Snap {
  const [stored, setStored] = useState(() => readMode(readStored('snap')))
  const modes = offeredModes(sources)
  const mode = modes.includes(stored) ? stored : 'off'
  const points = useLoaded(loadPoints, mode === 'off' ? null : mode)
  return {
    modes,
    mode,
    isReady: mode === 'off' || points !== null,
    choose(chosen) {
      setStored(chosen)
      store('snap', chosen === 'off' ? null : chosen)
    },
    pointOf({ end, fromSeconds, toSeconds, by, layout }) {
      // Steps of a frame and typed times are exact, and both ends of the video are where they are.
      if (by === 'nudge' || by === 'typed') return null
      if (by === 'key' && (toSeconds <= 0 || toSeconds >= sources.durationSeconds)) return null
      return points?.snapPoint(mode, sources, end, toSeconds, reachOf(by, fromSeconds, toSeconds, layout)) ?? null
    },
  }
}

/** A key takes a handle on, so that it never snaps back to where it was. */
function reachOf(by: MovedBy, fromSeconds: number, toSeconds: number, layout: TimelineLayout): number {
  if (by === 'key') return Math.abs(toSeconds - fromSeconds) / 2
  return xToSeconds(HAND_PX, layout) - xToSeconds(0, layout)
}

/** The mode in words; null where handles snap to nothing. */
export function snapSummary({ mode }: Snap): string | null {
  return mode === 'off' ? null : `${words.label}: ${words.modes[mode]}`
}

/** What a handle has snapped to, in words. */
export function snapSentence({ at, name = '' }: SnapPoint): string {
  return at === 'word' || at === 'chapter' ? words[at](name) : words[at]
}
