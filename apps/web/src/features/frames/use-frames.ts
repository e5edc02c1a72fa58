import type { Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import { useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => import('./frames.ts')

/**
 * Frame store and canvas component of a video; null until their code is loaded.
 * @param quality quality of the clip; other qualities may have other frames
 * @param isNeeded whether an end or the playhead was moved; a cut of the whole video needs no exact frames
 */
export function useFrames({ id, duration }: Video, quality: QualityId | undefined, isNeeded: boolean) {
  const frames = useLoaded(loadFrames, isNeeded ? id : null)
  return useMemo(
    () => frames && { store: frames.createFrameStore(id, duration, quality), FrameCanvas: frames.FrameCanvas },
    [frames, id, duration, quality],
  )
}
