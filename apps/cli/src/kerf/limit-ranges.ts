import { rangesSeconds, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { OpenedVideo } from '@kerf/server/open-link'
import type { CutArguments } from './arguments/read-arguments.ts'
import type { FitArguments } from './arguments/read-fit.ts'
import { CutFailure } from './failure.ts'

/** Sites round a video's length to the second. Within this tolerance, the engine decides where the video ends. */
const ROUNDING_TOLERANCE_SECONDS = 1

/**
 * Completes requested ranges. A missing start or end comes from the link, or else from the video. An end after the
 * video becomes the end of the video.
 * @throws CutFailure invalid_trim
 */
export function limitRanges(
  { durationSeconds, range }: Pick<OpenedVideo, 'durationSeconds' | 'range'>,
  requestedRanges: CutArguments['ranges'],
): TimeRange[] {
  return requestedRanges.map((requestedRange) => {
    const { endTime: requestedEnd, seconds } = requestedRange
    const startTime = requestedRange.startTime ?? range.startTime ?? 0
    const linkEnd = range.endTime !== undefined && range.endTime > startTime ? range.endTime : durationSeconds
    const rangeEnd = requestedEnd ?? (seconds === undefined ? linkEnd : addSeconds(startTime, seconds))
    const endTime = rangeEnd < durationSeconds + ROUNDING_TOLERANCE_SECONDS ? rangeEnd : durationSeconds
    if (requestedEnd !== null && requestedEnd <= startTime && startTime < durationSeconds) {
      const [end, start] = [requestedEnd, startTime].map(shortTimecode)
      throw new CutFailure('invalid_trim', `The end, ${end}, is not later than the start, ${start}.`)
    }
    if (startTime >= endTime) {
      const times = `${shortTimecode(startTime)} to ${shortTimecode(rangeEnd)}`
      const sentence = `${times} is not inside the video, which is ${shortTimecode(durationSeconds)} long.`
      throw new CutFailure('invalid_trim', sentence)
    }
    return { startTime, endTime }
  })
}

/** Adds two times without a rounding error. 0.1 + 0.2 would otherwise include the frame that begins at 0.3. */
const addSeconds = (startTime: number, seconds: number): number => Math.round((startTime + seconds) * 1e9) / 1e9

/** A note that ranges end after the video; null if none does. */
export function describeShortening(
  { durationSeconds, range }: Pick<OpenedVideo, 'durationSeconds' | 'range'>,
  requestedRanges: CutArguments['ranges'],
) {
  const isLate = requestedRanges.some(({ startTime, endTime, seconds = 0 }) => {
    const end = endTime ?? addSeconds(startTime ?? range.startTime ?? 0, seconds)
    return end >= durationSeconds + ROUNDING_TOLERANCE_SECONDS
  })
  return isLate ? `The video is ${shortTimecode(durationSeconds)} long: the clip ends there.` : null
}

/**
 * Limits the options to a video. If the video is silent, fades of its frames stay, and fades of audio are dropped.
 * @throws CutFailure no_audio for other changes of missing audio, fade_too_long for fades longer than half of the clip
 */
export function limitFitOptions(
  { hasAudio }: Pick<OpenedVideo, 'hasAudio'>,
  ranges: readonly TimeRange[],
  { fade, ...fit }: FitArguments,
): FitArguments {
  if (!hasAudio && (fit.loudness !== undefined || (fade?.audio !== undefined && fade.video === undefined)))
    throw new CutFailure('no_audio', 'This video has no audio. Leave out --loudness and --fade-audio.')
  const maxFade = roundToMillisecond(rangesSeconds(ranges) / 2)
  if (Math.max(fade?.video ?? 0, fade?.audio ?? 0) > maxFade)
    throw new CutFailure('fade_too_long', `A fade is at most half of the clip: ${maxFade} s.`)
  if (!fade) return fit
  return { ...fit, fade: !hasAudio && fade.video !== undefined ? { video: fade.video } : fade }
}
