/** Bytes a pixel, by clips of the sample at several sizes; films with grain take up to three times as much. */
const BYTES_PER_PIXEL = { gif: 0.1, webp: 0.035 } as const

interface AnimationFrame {
  /** Of the longer side, in pixels. */
  width: number
  frameRate: number
  /** Width by height. */
  aspect: number
}

/** About how many bits a second moving images of this shape take. */
export function animationBitrate(
  format: keyof typeof BYTES_PER_PIXEL,
  { width, frameRate, aspect }: AnimationFrame,
): number {
  const pixels = width ** 2 * Math.min(aspect, 1 / aspect)
  return Math.round(8 * pixels * frameRate * BYTES_PER_PIXEL[format])
}
