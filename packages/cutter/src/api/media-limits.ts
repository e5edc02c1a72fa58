/** Maximum number of streams of a file that are read; further streams are ignored. */
export const MAX_STREAMS = 8

/** Largest frame that is decoded, in pixels. Larger frames would need too much memory (8K has 33 million). */
export const MAX_PIXELS = 36_000_000

/**
 * Frames with more pixels are larger than 1080p, and codecs then save memory at the cost of speed. A decoder needs 120
 * to 220 MB for 4K, and so does an encoder.
 */
export const LARGE_PIXELS = 2_500_000

/**
 * Maximum memory for codecs, unless a caller allows more. A cut then uses at most 512 MiB more than the idle process:
 * 48 MiB are for packets in flight and tables.
 */
export const MAX_CODEC_BYTES = (512 - 48) * 1024 * 1024

/** Number of threads of a video encoder on a machine with at least as many processors. */
export const USUAL_THREADS = 4

/** Maximum number of bytes read to open media, over all its files. The index of ten hours at 60 fps is 40 MB. */
export const MAX_INDEX_BYTES = 320 * 1024 * 1024

/**
 * A file without a complete index (audio, WebM, MPEG-TS) is read to its end if it is no larger than this, to measure
 * its length exactly. Checks at several places would take as many requests.
 */
export const MAX_BYTES_READ_WHOLE = 8 * 1024 * 1024

/** Memory for one queue of decoded frames: seven of 1080p, or one of 4K. */
const MAX_HELD_BYTES = 24_000_000
const BYTES_FOR_EACH_PIXEL = 1.5

/** Maximum number of decoded frames of this size that one queue may hold; at least one. */
export function maxHeldFrames({ width, height }: { width: number; height: number }): number {
  return Math.max(1, Math.floor(MAX_HELD_BYTES / (width * height * BYTES_FOR_EACH_PIXEL)))
}

/** Larger frames (more than 4K) are decoded one by one, because memory has no room for a second frame. */
export const MAX_PIXELS_AHEAD = 9_500_000
