import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { FoundVideo } from '@kerf/server/open-link'
import type { CutRequest } from './arguments/read-arguments.ts'
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
    const wantedEnd = wanted.endTime ?? linkEnd
    const endTime = wantedEnd < durationSeconds + ROUNDED_UP_SECONDS ? wantedEnd : durationSeconds
    if (startTime >= endTime) {
      const times = `${shortTimecode(startTime)} to ${shortTimecode(wantedEnd)}`
      const sentence = `${times} is not inside the video, which is ${shortTimecode(durationSeconds)} long.`
      throw new CutFailure('invalid_trim', sentence)
    }
    return { startTime, endTime }
  })
}

/** What to say of ends after the end of the video; null where there are none. */
export function shortenedNote({ durationSeconds }: Pick<FoundVideo, 'durationSeconds'>, asked: CutRequest['ranges']) {
  const isLate = asked.some(({ endTime }) => (endTime ?? 0) >= durationSeconds + ROUNDED_UP_SECONDS)
  return isLate ? `The video is ${shortTimecode(durationSeconds)} long: the clip ends there.` : null
}
