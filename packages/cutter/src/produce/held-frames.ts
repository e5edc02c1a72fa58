import { Frame } from 'node-av/lib'

/** Decoded pictures held for one purpose: eight of 1080p, two of 4K. */
const MOST_HELD_BYTES = 26_000_000
const BYTES_FOR_EACH_PIXEL = 1.5

/** How many pictures of a size may be held. */
export function mostHeldFrames({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.floor(MOST_HELD_BYTES / (width * height * BYTES_FOR_EACH_PIXEL)))
}

/** Another name for the same picture, by which it stays: nothing is copied. Whoever asks for it frees it. */
export function heldFrame(frame: Frame): Frame {
  const own = new Frame()
  own.alloc()
  own.ref(frame)
  return own
}
