/** Longer side of a poster in pixels. Chats show previews up to this size. */
const POSTER_LONGER_SIDE = 1280

/** Size of the poster of a clip: the clip's own, or smaller; even numbers, as 4:2:0 chroma requires. */
export function posterSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, POSTER_LONGER_SIDE / Math.max(width, height))
  const scaledEven = (pixels: number): number => Math.max(2, 2 * Math.round((pixels * scale) / 2))
  return { width: scaledEven(width), height: scaledEven(height) }
}
