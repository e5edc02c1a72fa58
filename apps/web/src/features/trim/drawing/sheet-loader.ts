import type { Filmstrip } from '@kerf/contract/video'
import type { FilmPictures } from './draw-timeline.ts'
import { framePlace } from './thumbnail-place.ts'

/** Loads the sheets of a filmstrip when one of their frames is first wanted, and calls back when one has arrived. */
export function createSheetLoader(filmstrip: Filmstrip, onArrival: () => void): FilmPictures & { stop: () => void } {
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
    pictureAt(seconds) {
      const place = framePlace(filmstrip, seconds)
      const sheet = sheetAt(place.sheet)
      return sheet ? { sheet, place } : null
    },
    stop() {
      stopped = true
    },
  }
}
