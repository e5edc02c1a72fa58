/** How many streams of a file are read; further ones are ignored. */
export const MOST_STREAMS = 8

/** A frame of more pixels is refused before it is decoded: memory is what it would cost (8K is 33 million). */
export const MOST_PIXELS = 36_000_000

/** Frames larger than 1080p: memory matters more than speed. A decoder needs 120 to 220 MB for 4K, an encoder as much. */
export const LARGE_PIXELS = 2_500_000

/**
 * What codecs take at most, unless a caller allows more. A cut then uses at most 512 MiB more than the idle process: the rest is
 * for packets in flight and tables.
 */
export const MOST_CODEC_BYTES = (512 - 48) * 1024 * 1024

/** Threads of a video encoder, where there are as many processors. */
export const USUAL_THREADS = 4

/** Of all files together, until it is known what there is: the index of ten hours at 60 fps is 40 MB. */
export const MOST_INDEX_BYTES = 320 * 1024 * 1024

/**
 * A file of audio up to this size is read to its end before its length is believed. Looking at places all over it would cost as
 * many requests.
 */
export const MOST_BYTES_READ_WHOLE = 8 * 1024 * 1024

/** Decoded frames held for one purpose: seven of 1080p, one of 4K. */
const MOST_HELD_BYTES = 24_000_000
const BYTES_FOR_EACH_PIXEL = 1.5

/** How many frames of a size may be held. */
export function mostHeldFrames({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.floor(MOST_HELD_BYTES / (width * height * BYTES_FOR_EACH_PIXEL)))
}

/** Frames of more than 4K are decoded one by one: memory has no room for another. */
export const MOST_PIXELS_AHEAD = 9_500_000
