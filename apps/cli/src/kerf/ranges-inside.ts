import { rangesSeconds, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { FoundVideo } from '@kerf/server/open-link'
import type { CutRequest } from './arguments/read-arguments.ts'
import type { Fit } from './arguments/read-fit.ts'
import { CutFailure } from './failure.ts'

/** Sites round a video's length to the second; the engine knows better where it ends. */
const ROUNDED_UP_SECONDS = 1

/** Ends that were not said are the link's own, or else the video's; an end after the video is the video's. */
export function rangesInside(
  { durationSeconds, range }: Pick<FoundVideo, 'durationSeconds' | 'range'>,
  asked: CutRequest['ranges'],
): TimeRange[] {
  return asked.map((wanted) => {
    const startTime = wanted.startTime ?? range.startTime ?? 0
    const linkEnd = range.endTime !== undefined && range.endTime > startTime ? range.endTime : durationSeconds
    const wantedEnd = wanted.endTime ?? (wanted.seconds === undefined ? linkEnd : laterBy(startTime, wanted.seconds))
    const endTime = wantedEnd < durationSeconds + ROUNDED_UP_SECONDS ? wantedEnd : durationSeconds
    if (wanted.endTime !== null && wanted.endTime <= startTime && startTime < durationSeconds) {
      const [end, start] = [wanted.endTime, startTime].map(shortTimecode)
      throw new CutFailure('invalid_trim', `The end, ${end}, is not later than the start, ${start}.`)
    }
    if (startTime >= endTime) {
      const times = `${shortTimecode(startTime)} to ${shortTimecode(wantedEnd)}`
      const sentence = `${times} is not inside the video, which is ${shortTimecode(durationSeconds)} long.`
      throw new CutFailure('invalid_trim', sentence)
    }
    return { startTime, endTime }
  })
}

/** 0.1 + 0.2 is 0.3: otherwise the clip would have the frame that begins there. */
const laterBy = (startTime: number, seconds: number): number => Math.round((startTime + seconds) * 1e9) / 1e9

/** What to say of ends after the end of the video; null where there are none. */
export function shortenedNote(
  { durationSeconds, range }: Pick<FoundVideo, 'durationSeconds' | 'range'>,
  asked: CutRequest['ranges'],
) {
  const isLate = asked.some(({ startTime, endTime, seconds = 0 }) => {
    const end = endTime ?? laterBy(startTime ?? range.startTime ?? 0, seconds)
    return end >= durationSeconds + ROUNDED_UP_SECONDS
  })
  return isLate ? `The video is ${shortTimecode(durationSeconds)} long: the clip ends there.` : null
}

/** What is asked of the audio where there is none, and fades that would meet in the middle, are refused. */
export function fitInside(
  { hasAudio }: Pick<FoundVideo, 'hasAudio'>,
  ranges: readonly TimeRange[],
  { fade, ...fit }: Fit,
): Fit {
  if (!hasAudio && (fit.loudness !== undefined || (fade?.audio !== undefined && fade.video === undefined)))
    throw new CutFailure('no_audio', 'This video has no audio. Leave out --loudness and --fade-audio.')
  const longest = roundToMillisecond(rangesSeconds(ranges) / 2)
  if (Math.max(fade?.video ?? 0, fade?.audio ?? 0) > longest)
    throw new CutFailure('fade_too_long', `A fade is at most half of the clip: ${longest} s.`)
  if (!fade) return fit
  return { ...fit, fade: !hasAudio && fade.video !== undefined ? { video: fade.video } : fade }
}
