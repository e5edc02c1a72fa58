import type { Filmstrip } from '@kerf/contract/video'
import { useEffect, useState } from 'react'

/**
 * Thumbnails of a filmstrip; null until the first sheet has loaded, and where no sheet loads. `arrivals` changes when
 * another sheet has loaded.
 */
export function useThumbnails(filmstrip: Filmstrip | null): { thumbnails: Thumbnails | null; arrivals: number } {
  const [state, setState] = useState<{ thumbnails: Thumbnails | null; arrivals: number }>({
    thumbnails: null,
    arrivals: 0,
  })
  useEffect(() => {
    if (!filmstrip || filmstrip.frameCount < 1) return
    const loader = createSheetLoader(filmstrip, () =>
      setState((current) => ({ thumbnails: loader, arrivals: current.arrivals + 1 })),
    )
    // The request of the first frame loads the first sheet.
    loader.thumbnailAt(0)
    return () => {
      loader.stop()
      setState({ thumbnails: null, arrivals: 0 })
    }
  }, [filmstrip])
  return state
}

/**
 * Loads each sheet of a filmstrip when one of its frames is first requested. Calls `onArrival` when a sheet has loaded.
 */
function createSheetLoader(filmstrip: Filmstrip, onArrival: () => void): Thumbnails & { stop: () => void } {
  const sheets = new Map<number, HTMLImageElement>()
  let isStopped = false

  function sheetAt(index: number): HTMLImageElement | null {
    const existingImage = sheets.get(index)
    if (existingImage) return existingImage.complete && existingImage.naturalWidth > 0 ? existingImage : null
    const address = filmstrip.sheets[index]
    if (!address || isStopped) return null
    const image = new Image()
    image.decoding = 'async'
    image.onload = () => {
      if (!isStopped) onArrival()
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
      const place = thumbnailPosition(filmstrip, seconds)
      const sheet = sheetAt(place.sheet)
      return sheet ? { sheet, place } : null
    },
    stop() {
      isStopped = true
    },
  }
}

/** Thumbnails of one filmstrip. */
export interface Thumbnails {
  frameWidth: number
  frameHeight: number
  secondsPerFrame: number
  /** Thumbnail of a time; null while its sheet is not loaded. */
  thumbnailAt: (seconds: number) => { sheet: HTMLImageElement; place: ThumbnailPosition } | null
}

/** Place of a frame in the filmstrip: index of its sheet, and the frame's top left corner there in pixels. */
export interface ThumbnailPosition {
  sheet: number
  x: number
  y: number
}

/** Place of the frame for the time `seconds` in the filmstrip. Times after the last frame have the last frame. */
export function thumbnailPosition(filmstrip: Filmstrip, seconds: number): ThumbnailPosition {
  const { columns, rows, frameCount, secondsPerFrame, frameWidth, frameHeight } = filmstrip
  const index = Math.min(frameCount - 1, Math.max(0, Math.floor(seconds / secondsPerFrame + 1e-6)))
  const framesPerSheet = columns * rows
  const indexOnSheet = index % framesPerSheet
  return {
    sheet: Math.floor(index / framesPerSheet),
    x: (indexOnSheet % columns) * frameWidth,
    y: Math.floor(indexOnSheet / columns) * frameHeight,
  }
}
