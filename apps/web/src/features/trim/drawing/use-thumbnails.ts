import type { Filmstrip } from '@kerf/contract/video'
import { useEffect, useState } from 'react'
import type { FilmPictures } from './draw-timeline.ts'
import { createSheetLoader } from './sheet-loader.ts'

/**
 * The pictures of a filmstrip. `arrivals` changes when there is more to draw. Until the first sheet is here the pictures are
 * null, and stay so if none ever comes: the strip is plain then, never filled with something made up.
 */
export function useFilmPictures(filmstrip: Filmstrip | null): { pictures: FilmPictures | null; arrivals: number } {
  const [state, setState] = useState<{ pictures: FilmPictures | null; arrivals: number }>({
    pictures: null,
    arrivals: 0,
  })
  useEffect(() => {
    if (!filmstrip || filmstrip.frameCount < 1) return
    const loader = createSheetLoader(filmstrip, () =>
      setState((now) => ({ pictures: loader, arrivals: now.arrivals + 1 })),
    )
    // Wanting the first frame starts the first sheet.
    loader.pictureAt(0)
    return () => {
      loader.stop()
      setState({ pictures: null, arrivals: 0 })
    }
  }, [filmstrip])
  return state
}
