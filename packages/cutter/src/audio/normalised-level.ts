import type { AudioLevel, Loudness } from './loudness.ts'

/** Highest true peak of an encoded clip, in dBTP. */
const MAX_PEAK = -1
/** Margin below the highest peak, in dB, because meters with other filters may measure a little more. */
const PEAK_MARGIN = 0.03
/** First ceiling of the limiter, in dBTP. It is lower than the highest peak, because codecs raise peaks again. */
const FIRST_PEAK_CEILING = -1.5
/** Extra reduction of the ceiling after a trial whose peaks were too high, in dB. */
const SPARE_DECIBELS = 0.25
/** Tolerance of the loudness in LU: half of the least audible difference. */
const LOUDNESS_TOLERANCE = 0.2
/**
 * Number of trials: at most as many as fit into `seconds` of audio in total, because each one encodes and decodes all
 * of it.
 */
const TRIAL_LIMITS = { most: 8, least: 2, seconds: 3 * 3600 } as const
/** Largest change of the gain between two trials, in dB. */
const MAX_STEP_DECIBELS = 6
/**
 * Smallest change of loudness, in LU, that is assumed for one decibel of gain. The limiter cancels much of the gain.
 */
const MIN_SLOPE = 0.12

/** A level, and the loudness of the clip's encoded audio with it. */
export interface LevelTrial {
  level: AudioLevel
  loudness: Loudness
}

/**
 * Gain and loudness of a trial relative to its ceiling. The limiter has the same effect if gain and ceiling change by
 * the same amount.
 */
interface RelativeTrial {
  gain: number
  lufs: number
}

/**
 * Finds the level with which the encoded audio has the target loudness, and true peaks of at most -1 dBTP. Each level
 * is tried with the clip's own encoder, because limiting reduces loudness, and codecs raise peaks and reduce treble. If
 * no trial reaches the target, the result is the closest one with low enough peaks.
 * @param target integrated loudness in LUFS
 * @param source loudness of the unchanged audio
 * @param seconds length of the audio
 * @param measureLevel encodes all audio with a level and measures it
 */
export async function findNormalisedLevel(
  target: number,
  source: Loudness & { lufs: number },
  seconds: number,
  measureLevel: (level: AudioLevel) => Promise<Loudness>,
): Promise<LevelTrial> {
  const trials: LevelTrial[] = []
  const maxTrials = Math.max(
    TRIAL_LIMITS.least,
    Math.min(TRIAL_LIMITS.most, Math.floor(TRIAL_LIMITS.seconds / seconds)),
  )
  let gainDecibels = target - source.lufs
  let ceiling = FIRST_PEAK_CEILING
  let previous: RelativeTrial | null = null
  for (;;) {
    const amplifiedPeak = source.peak + gainDecibels
    const level = { gainDecibels, ceiling: amplifiedPeak > ceiling ? ceiling : null }
    const loudness = await measureLevel(level)
    trials.push({ level, loudness })
    const lufs = loudness.lufs ?? source.lufs
    const peakExcess = loudness.peak + PEAK_MARGIN - MAX_PEAK
    const isFitting = peakExcess <= 0 && Math.abs(target - lufs) <= LOUDNESS_TOLERANCE
    if (isFitting || trials.length === maxTrials) return closestOf(trials, target)
    const trial: RelativeTrial = { gain: gainDecibels - ceiling, lufs: lufs - ceiling }
    if (peakExcess > 0) ceiling = Math.min(ceiling, amplifiedPeak) - peakExcess - SPARE_DECIBELS
    const step = (target - ceiling - trial.lufs) / slopeBetween(previous, trial)
    gainDecibels = ceiling + trial.gain + Math.max(-MAX_STEP_DECIBELS, Math.min(MAX_STEP_DECIBELS, step))
    previous = trial
  }
}

function slopeBetween(previous: RelativeTrial | null, { gain, lufs }: RelativeTrial): number {
  if (!previous || Math.abs(gain - previous.gain) < 0.1) return 1
  return Math.max(MIN_SLOPE, Math.min(1, (lufs - previous.lufs) / (gain - previous.gain)))
}

function closestOf(trials: readonly LevelTrial[], target: number): LevelTrial {
  const distanceOf = ({ loudness: { lufs, peak } }: LevelTrial) =>
    Math.max(0, peak - MAX_PEAK) * 100 + Math.abs(target - (lufs ?? Number.NEGATIVE_INFINITY))
  return trials.reduce((bestTrial, trial) => (distanceOf(trial) < distanceOf(bestTrial) ? trial : bestTrial))
}
