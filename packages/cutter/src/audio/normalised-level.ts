import type { AudioLevel, Loudness } from './loudness.ts'

/** In dBTP: no encoded clip has higher peaks. A meter with other filters may find a little more. */
const HIGHEST_PEAK = -1
const PEAK_MARGIN = 0.03
/** Codecs add to peaks, and the more so the more is limited: so much lower they are limited at first, and once more. */
const FIRST_CEILING = -1.5
const SPARE_DECIBELS = 0.25
/** In LU: half of the least difference that is heard. */
const CLOSE_ENOUGH = 0.2
/** Each trial takes a decode and an encode of all audio: an hour has three. */
const TRIALS = { most: 8, least: 2, seconds: 3 * 3600 } as const
const LONGEST_STEP_DECIBELS = 6
/** How much louder a decibel of gain is taken to make audio, at least: where peaks are limited, it hardly does. */
const LEAST_SLOPE = 0.12

/** A level, and what the clip's encoded audio is with it. */
export interface TriedLevel {
  level: AudioLevel
  made: Loudness
}

/** A trial, seen from the ceiling: the limiter does the same to audio that is all louder by as much as its ceiling is higher. */
interface Place {
  gain: number
  lufs: number
}

/**
 * The level with which encoded audio has a loudness, and peaks of -1 dBTP at most. Limiting takes from the loudness, and codecs
 * add to peaks and take from treble: so it is tried out with the clip's own encoder. Where the loudness cannot be reached, the
 * closest one whose peaks are low enough.
 * @param target in LUFS
 * @param source as it is
 * @param seconds how long it is
 * @param tryOut encodes all audio with a level and measures it
 */
export async function normalisedLevel(
  target: number,
  source: Loudness & { lufs: number },
  seconds: number,
  tryOut: (level: AudioLevel) => Promise<Loudness>,
): Promise<TriedLevel> {
  const tried: TriedLevel[] = []
  const mostTrials = Math.max(TRIALS.least, Math.min(TRIALS.most, Math.floor(TRIALS.seconds / seconds)))
  let gainDecibels = target - source.lufs
  let ceiling = FIRST_CEILING
  let before: Place | null = null
  for (;;) {
    const highest = source.peak + gainDecibels
    const level = { gainDecibels, ceiling: highest > ceiling ? ceiling : null }
    const made = await tryOut(level)
    tried.push({ level, made })
    const lufs = made.lufs ?? source.lufs
    const over = made.peak + PEAK_MARGIN - HIGHEST_PEAK
    const isFitting = over <= 0 && Math.abs(target - lufs) <= CLOSE_ENOUGH
    if (isFitting || tried.length === mostTrials) return closestOf(tried, target)
    const place: Place = { gain: gainDecibels - ceiling, lufs: lufs - ceiling }
    if (over > 0) ceiling = Math.min(ceiling, highest) - over - SPARE_DECIBELS
    const step = (target - ceiling - place.lufs) / slopeBetween(before, place)
    gainDecibels = ceiling + place.gain + Math.max(-LONGEST_STEP_DECIBELS, Math.min(LONGEST_STEP_DECIBELS, step))
    before = place
  }
}

function slopeBetween(before: Place | null, { gain, lufs }: Place): number {
  if (!before || Math.abs(gain - before.gain) < 0.1) return 1
  return Math.max(LEAST_SLOPE, Math.min(1, (lufs - before.lufs) / (gain - before.gain)))
}

function closestOf(tried: readonly TriedLevel[], target: number): TriedLevel {
  const off = ({ made: { lufs, peak } }: TriedLevel) =>
    Math.max(0, peak - HIGHEST_PEAK) * 100 + Math.abs(target - (lufs ?? Number.NEGATIVE_INFINITY))
  return tried.reduce((best, one) => (off(one) < off(best) ? one : best))
}
