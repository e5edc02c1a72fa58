/**
 * Bytes a pixel for each bit a pixel of the source, between the least and the most that were measured: noise and movement
 * cost in both. Eight clips of films, talk, drawings and patterns: five within a factor of 2, all within 5.
 */
const BYTES_PER_PIXEL = {
  gif: { ofEachBit: 8, least: 0.05, most: 0.5 },
  webp: { ofEachBit: 1.5, least: 0.018, most: 0.12 },
} as const
const USUAL_BITS_PER_PIXEL = 0.04

interface AnimationFrame {
  /** Of the longer side, in pixels. */
  width: number
  frameRate: number
  /** Width by height. */
  aspect: number
  /** How many bits a pixel its source has, on average; absent or null: nobody knows. */
  sourceBitsPerPixel?: number | null
}

/** About how many bits a second moving images of this shape take: an estimate for people, nothing is made to fit it. */
export function animationBitrate(
  format: keyof typeof BYTES_PER_PIXEL,
  { width, frameRate, aspect, sourceBitsPerPixel }: AnimationFrame,
): number {
  const pixels = width ** 2 * Math.min(aspect, 1 / aspect)
  const { ofEachBit, least, most } = BYTES_PER_PIXEL[format]
  const bytes = Math.min(most, Math.max(least, ofEachBit * (sourceBitsPerPixel ?? USUAL_BITS_PER_PIXEL)))
  return Math.round(8 * pixels * frameRate * bytes)
}
