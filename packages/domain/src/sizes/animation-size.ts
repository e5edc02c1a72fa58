/**
 * Bytes per pixel for each bit per pixel of the source, within bounds: noise and movement enlarge both files. Measured
 * with eight clips of films, talk, drawings and patterns: five are within a factor of 2, all within 5.
 */
const BYTES_PER_PIXEL = {
  gif: { ofEachBit: 8, least: 0.05, most: 0.5 },
  webp: { ofEachBit: 1.5, least: 0.018, most: 0.12 },
} as const
const USUAL_BITS_PER_PIXEL = 0.04

interface AnimationFrame {
  /** Pixels of the longer side. */
  width: number
  frameRate: number
  /** Width by height. */
  aspect: number
  /** Average bits per pixel of the source; absent or null: unknown. */
  sourceBitsPerPixel?: number | null
}

/** Estimated bits per second of an animation. */
export function animationBitrate(
  format: keyof typeof BYTES_PER_PIXEL,
  { width, frameRate, aspect, sourceBitsPerPixel }: AnimationFrame,
): number {
  const pixels = width ** 2 * Math.min(aspect, 1 / aspect)
  const { ofEachBit, least, most } = BYTES_PER_PIXEL[format]
  const bytes = Math.min(most, Math.max(least, ofEachBit * (sourceBitsPerPixel ?? USUAL_BITS_PER_PIXEL)))
  return Math.round(8 * pixels * frameRate * bytes)
}
