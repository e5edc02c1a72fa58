/** One thumbnail of the timeline after the other: how wide, and how much time each stands for. */
export interface TileGrid {
  widthPx: number
  seconds: number
  /** How much of the frame's width is left of it: cut from its middle, never squeezed. */
  shareOfFrame: number
}

/** A thumbnail stands for no more time than this many frames of the filmstrip, as long as it stays wide enough to be read. */
const FRAMES_PER_TILE = 3
const NARROWEST_SHARE = 0.46

/**
 * Zoomed in, thumbnails have their full width, and neighbours may show the same frame. Zoomed out, where one thumbnail would hide
 * what happens between it and the next, they are narrower and there are more of them.
 */
export function tileGrid(
  heightPx: number,
  frameRatio: number,
  pixelsPerSecond: number,
  secondsPerFrame: number,
): TileGrid {
  const fullWidth = heightPx * frameRatio
  const wanted = FRAMES_PER_TILE * secondsPerFrame * pixelsPerSecond
  const widthPx = Math.min(fullWidth, Math.max(NARROWEST_SHARE * fullWidth, wanted))
  return { widthPx, seconds: widthPx / pixelsPerSecond, shareOfFrame: widthPx / fullWidth }
}

/** The time that a thumbnail shows: the middle of the time it stands for, as far as the video goes. */
export function tileTime(tile: number, grid: TileGrid, durationSeconds: number): number {
  const from = tile * grid.seconds
  return (from + Math.min(durationSeconds, from + grid.seconds)) / 2
}
