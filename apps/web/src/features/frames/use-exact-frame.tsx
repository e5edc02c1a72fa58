import type { FramePlace, Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import { type ReactNode, useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => import('./frames.ts')

/**
 * Returns a function that renders the exact frame for a given time; null until its code is loaded.
 * @param quality quality of the clip; other qualities may have other frames
 * @param isNeeded whether the code is needed: the video has frames, and an end of the range or the playhead was moved
 */
export function useExactFrame(
  { id, duration }: Video,
  quality: QualityId | undefined,
  isNeeded: boolean,
): ((seconds: number, place: FramePlace) => ReactNode) | null {
  const framesModule = useLoaded(loadFrames, isNeeded ? id : null)
  return useMemo(() => {
    if (!framesModule) return null
    const { FrameCanvas, createFrameStore } = framesModule
    const store = createFrameStore(id, duration, quality)
    return (seconds, place) => <FrameCanvas store={store} seconds={seconds} place={place} />
  }, [framesModule, id, duration, quality])
}
