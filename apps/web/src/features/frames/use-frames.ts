import type { Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import { useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => import('./frames.ts')

/**
 * What shows the exact frames of a video; null until it is loaded.
 * @param quality that is cut: another one may have other frames
 * @param isNeeded whether an end or the playhead was moved: whoever cuts the whole video needs none
 */
export function useFrames({ id, duration }: Video, quality: QualityId | undefined, isNeeded: boolean) {
  const frames = useLoaded(loadFrames, isNeeded ? id : null)
  return useMemo(
    () => frames && { store: frames.createFrameStore(id, duration, quality), FrameCanvas: frames.FrameCanvas },
    [frames, id, duration, quality],
  )
}
