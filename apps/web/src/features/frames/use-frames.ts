import type { Video } from '@kerf/contract/video'
import { useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => import('./frames.ts')

/** What shows the exact frames of a video; null until it is loaded. */
export function useFrames({ id, duration }: Video) {
  const frames = useLoaded(loadFrames, id)
  return useMemo(
    () => frames && { store: frames.createFrameStore(id, duration), FrameCanvas: frames.FrameCanvas },
    [frames, id, duration],
  )
}
