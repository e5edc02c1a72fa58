import type { FramePlace, Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import { type ReactNode, useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => import('./frames.ts')

/**
 * Function that renders the exact frame of a time in seconds; null until its code is loaded.
 * @param quality quality of the clip; other qualities may have other frames
 * @param isNeeded whether the video has frames and an end or the playhead was moved
 */
export function useExactFrame(
  { id, duration }: Video,
  quality: QualityId | undefined,
  isNeeded: boolean,
): ((seconds: number, place: FramePlace) => ReactNode) | null {
  const frames = useLoaded(loadFrames, isNeeded ? id : null)
  return useMemo(() => {
    if (!frames) return null
    const { FrameCanvas, createFrameStore } = frames
    const store = createFrameStore(id, duration, quality)
    return (seconds, place) => <FrameCanvas store={store} seconds={seconds} place={place} />
  }, [frames, id, duration, quality])
}
