/**
 * Sound that begins so much before the first picture only primes the decoder, or was pushed ahead by as much as the
 * pictures are reordered; containers without an edit list cannot say so.
 */
const LONGEST_PRIMING_SECONDS = 0.1

/**
 * Where a file's timeline begins: what people call 0:00 is the first picture, unless sound precedes it for long.
 * A negative start is none: it is priming that an edit list hides.
 * @param videoStart when the first picture is shown by the file's own clock, in seconds; null without pictures
 * @param soundStart when the first sound packet is heard; null without sound
 */
export function findTimeOrigin(videoStart: number | null, soundStart: number | null): number {
  if (videoStart === null || soundStart === null) {
    return Math.max(0, videoStart ?? soundStart ?? 0)
  }
  const isPriming = soundStart < videoStart && videoStart - soundStart < LONGEST_PRIMING_SECONDS
  return Math.max(0, isPriming ? videoStart : Math.min(videoStart, soundStart))
}
