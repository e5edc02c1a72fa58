import type { Video } from '@kerf/contract/video'
import { useMemo } from 'react'
import { useLoaded } from '../../browser/use-loaded.ts'

const loadFrames = () => Promise.all([import('./frame-store.ts'), import('./FrameCanvas.tsx')])

/** What shows the exact frames of a video; null until it is loaded. @param quality the one that will be cut */
export function useFrames({ id, duration }: Video, quality: string | undefined) {
  const loaded = useLoaded(loadFrames, id)
  return useMemo(() => {
    if (!loaded) return null
    const [{ createFrameStore }, { FrameCanvas }] = loaded
    return { store: createFrameStore(id, duration, quality), FrameCanvas }
  }, [loaded, id, duration, quality])
}
