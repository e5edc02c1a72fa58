export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface TipPlace {
  left: number
  top: number
  side: 'above' | 'below'
  /** Pixels from the tip's left edge to the middle of the control. */
  arrowX: number
}

/** Smallest distance from the edges of the window, in pixels. */
const EDGE_DISTANCE_PX = 12

/** Position of a tip: above the middle of its control, or below if there is no room, and inside the window. */
export function tipPlace(control: Box, tip: { width: number; height: number }, windowWidth: number): TipPlace {
  const middleX = control.left + control.width / 2
  const left = Math.max(EDGE_DISTANCE_PX, Math.min(middleX - tip.width / 2, windowWidth - EDGE_DISTANCE_PX - tip.width))
  const topAbove = control.top - tip.height
  const fitsAbove = topAbove >= EDGE_DISTANCE_PX
  return {
    left,
    top: fitsAbove ? topAbove : control.top + control.height,
    side: fitsAbove ? 'above' : 'below',
    arrowX: middleX - left,
  }
}
