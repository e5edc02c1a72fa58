import type { FramePlace } from '@kerf/contract/video'
import { type ReactNode, useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'
import type { FrameSource } from './frame-source.ts'

const loadFrames = () => import('./frames.ts')

/**
 * Returns a function that renders the exact frame for a given time; null until its code is loaded.
 * @param isNeeded whether the code is needed: the video has frames, and an end of the range or the playhead was moved
 */
export function useExactFrame(
  source: FrameSource | null,
  durationSeconds: number,
  isNeeded: boolean,
): ((seconds: number, place: FramePlace) => ReactNode) | null {
  const framesModule = useLoaded(loadFrames, isNeeded ? 'needed' : null)
  return useMemo(() => {
    if (!framesModule || !source) return null
    const { FrameCanvas, createFrameStore } = framesModule
    const store = createFrameStore(source, durationSeconds)
    return (seconds, place) => <FrameCanvas store={store} seconds={seconds} place={place} />
  }, [framesModule, source, durationSeconds])
}
