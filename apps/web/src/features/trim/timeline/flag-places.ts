export interface FlagPlaces {
  startLeft: number
  endLeft: number
  /** The dimension line between the flags; null when there is no room for it. */
  line: { left: number; width: number } | null
}

interface FlagSizes {
  /** Where the two cuts are. */
  startX: number
  endX: number
  startWidth: number
  endWidth: number
  timelineWidth: number
}

const EDGE_PX = 10
const GAP_PX = 12
const SHORTEST_LINE_PX = 60

/** The two times hug their cuts outward, stay on the timeline, and never run into each other. */
export function placeFlags({ startX, endX, startWidth, endWidth, timelineWidth }: FlagSizes): FlagPlaces {
  const rightmost = timelineWidth - EDGE_PX
  const startLimit = rightmost - endWidth - GAP_PX - startWidth
  const startLeft = Math.max(EDGE_PX, Math.min(startX - startWidth, startLimit))
  const afterStart = startLeft + startWidth + GAP_PX
  const endLeft = Math.max(afterStart, Math.min(endX, rightmost - endWidth))
  const lineLeft = Math.max(startX, startLeft + startWidth) + GAP_PX
  const lineWidth = Math.min(endX, endLeft) - GAP_PX - lineLeft
  return { startLeft, endLeft, line: lineWidth < SHORTEST_LINE_PX ? null : { left: lineLeft, width: lineWidth } }
}
