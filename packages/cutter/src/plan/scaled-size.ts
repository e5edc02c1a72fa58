export interface FrameSize {
  width: number
  height: number
}

/**
 * The size of a frame scaled down to a height of its shorter side: a phone's upright 1080x1920 counts as 1080p, too. Both sides are even, as 4:2:0 colour demands. Never larger than the source.
 * @param height null: not scaled
 */
export function scaledSize(source: FrameSize, height: number | null): FrameSize {
  const shorter = Math.min(source.width, source.height)
  const scale = height === null || height >= shorter ? 1 : height / shorter
  return { width: evenAtMost(source.width, scale), height: evenAtMost(source.height, scale) }
}

function evenAtMost(length: number, scale: number): number {
  const scaled = Math.round((length * scale) / 2) * 2
  const largest = length - (length % 2)
  return Math.max(2, Math.min(largest, scaled))
}
