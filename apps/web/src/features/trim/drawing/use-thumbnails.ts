import type { Filmstrip } from '@kerf/contract/video'
import { useEffect, useState } from 'react'

/**
 * The thumbnails of a filmstrip. `arrivals` changes when there is more to draw. Until the first sheet is here the thumbnails are
 * null, and stay so if none ever comes: the timeline is plain then, never filled with something made up.
 */
export function useThumbnails(filmstrip: Filmstrip | null): { thumbnails: Thumbnails | null; arrivals: number } {
  const [state, setState] = useState<{ thumbnails: Thumbnails | null; arrivals: number }>({
    thumbnails: null,
    arrivals: 0,
  })
  useEffect(() => {
    if (!filmstrip || filmstrip.frameCount < 1) return
    const loader = createSheetLoader(filmstrip, () =>
      setState((now) => ({ thumbnails: loader, arrivals: now.arrivals + 1 })),
    )
    // Wanting the first frame starts the first sheet.
    loader.thumbnailAt(0)
    return () => {
      loader.stop()
      setState({ thumbnails: null, arrivals: 0 })
    }
  }, [filmstrip])
  return state
}

/** Loads the sheets of a filmstrip when one of their frames is first wanted, and calls back when one has arrived. */
function createSheetLoader(filmstrip: Filmstrip, onArrival: () => void): Thumbnails & { stop: () => void } {
  const sheets = new Map<number, HTMLImageElement>()
  let stopped = false

  function sheetAt(index: number): HTMLImageElement | null {
    const known = sheets.get(index)
    if (known) return known.complete && known.naturalWidth > 0 ? known : null
    const address = filmstrip.sheets[index]
    if (!address || stopped) return null
    const image = new Image()
    image.decoding = 'async'
    image.onload = () => {
      if (!stopped) onArrival()
    }
    image.src = address
    sheets.set(index, image)
    return null
  }

  return {
    frameWidth: filmstrip.frameWidth,
    frameHeight: filmstrip.frameHeight,
    secondsPerFrame: filmstrip.secondsPerFrame,
    thumbnailAt(seconds) {
      const place = framePlace(filmstrip, seconds)
      const sheet = sheetAt(place.sheet)
      return sheet ? { sheet, place } : null
    },
    stop() {
      stopped = true
    },
  }
}

/** Where the thumbnails come from; null while a sheet is on its way, and for videos that have none. */
export interface Thumbnails {
  frameWidth: number
  frameHeight: number
  secondsPerFrame: number
  thumbnailAt: (seconds: number) => { sheet: HTMLImageElement; place: FramePlace } | null
}

/** Where a frame lies: which sheet, and its top left corner there in pixels. */
export interface FramePlace {
  sheet: number
  x: number
  y: number
}

/** The frame of the filmstrip that is on screen at this time. Times past the last frame show the last one. */
export function framePlace(filmstrip: Filmstrip, seconds: number): FramePlace {
  const { columns, rows, frameCount, secondsPerFrame, frameWidth, frameHeight } = filmstrip
  const index = Math.min(frameCount - 1, Math.max(0, Math.floor(seconds / secondsPerFrame + 1e-6)))
  const perSheet = columns * rows
  const onSheet = index % perSheet
  return {
    sheet: Math.floor(index / perSheet),
    x: (onSheet % columns) * frameWidth,
    y: Math.floor(onSheet / columns) * frameHeight,
  }
}
