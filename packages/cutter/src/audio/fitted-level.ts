import type { AudioLevel, Loudness } from './loudness.ts'

/** In dBTP: no encoded clip has higher peaks. */
const HIGHEST_PEAK = -1
/** A meter with other filters may find a little more. */
const PEAK_MARGIN = 0.03
/** Codecs add to peaks: so much lower they are limited at first. */
const FIRST_CEILING = -1.5
/** In LU: half of what is heard at best, and more than the codecs' noise makes of it. */
const CLOSE_ENOUGH = 0.2
const MOST_TRIALS = 6
/** In dB. Where limited audio hardly gets louder, large steps would ruin it. */
const LONGEST_STEP = 6
const LEAST_SLOPE = 0.3

/** A level, and what the clip's encoded audio is with it. */
export interface TriedLevel {
  level: AudioLevel
  made: Loudness
}

/**
 * The level with which encoded audio has a loudness, and peaks of -1 dBTP at most. Limiting takes from the loudness, and codecs
 * add to peaks and take from treble: so it is tried out with the clip's own encoder. Where the loudness cannot be reached, the
 * closest one whose peaks are low enough.
 * @param target in LUFS
 * @param source as it is
 * @param tryOut encodes all audio with a level and measures it
 */
export async function fittedLevel(
  target: number,
  source: Loudness & { lufs: number },
  tryOut: (level: AudioLevel) => Promise<Loudness>,
): Promise<TriedLevel> {
  const tried: TriedLevel[] = []
  let gainDecibels = target - source.lufs
  let ceiling = FIRST_CEILING
  for (;;) {
    const level = { gainDecibels, ceiling: source.peak + gainDecibels > ceiling ? ceiling : null }
    const made = await tryOut(level)
    tried.push({ level, made })
    const over = made.peak + PEAK_MARGIN - HIGHEST_PEAK
    const missing = target - (made.lufs ?? source.lufs)
    const isFitting = over <= 0 && Math.abs(missing) <= CLOSE_ENOUGH
    if (isFitting || tried.length === MOST_TRIALS) return closestOf(tried, target)
    const step = missing / slopeOf(tried)
    gainDecibels += Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step))
    // A peak that was not limited is now; one that was, further.
    if (over > 0) ceiling = Math.min(ceiling, level.ceiling ?? made.peak) - over - PEAK_MARGIN
  }
}

/** How much louder the audio gets by a decibel of gain. */
function slopeOf(tried: readonly TriedLevel[]): number {
  const [before, last] = tried.slice(-2)
  if (!before || !last) return 1
  const gained = last.level.gainDecibels - before.level.gainDecibels
  const louder = (last.made.lufs ?? 0) - (before.made.lufs ?? 0)
  return Math.abs(gained) < 0.1 ? 1 : Math.max(LEAST_SLOPE, Math.min(1, louder / gained))
}

function closestOf(tried: readonly TriedLevel[], target: number): TriedLevel {
  const off = ({ made: { lufs, peak } }: TriedLevel) =>
    Math.max(0, peak - HIGHEST_PEAK) * 100 + Math.abs(target - (lufs ?? Number.NEGATIVE_INFINITY))
  return tried.reduce((best, one) => (off(one) < off(best) ? one : best))
}
