import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { FoundVideo } from '@kerf/server/open-link'
import { CutFailure } from './failure.ts'
import type { CutRequest } from './read-arguments.ts'

/** Ends that were not said are the link's own, or else the video's. */
export function rangesInside(
  { durationSeconds, range }: Pick<FoundVideo, 'durationSeconds' | 'range'>,
  asked: CutRequest['ranges'],
): TimeRange[] {
  return asked.map((wanted) => {
    const startTime = wanted.startTime ?? range.startTime ?? 0
    const linkEnd = range.endTime !== undefined && range.endTime > startTime ? range.endTime : durationSeconds
    const endTime = wanted.endTime ?? Math.min(linkEnd, durationSeconds)
    // Sites round a video's length to the second; the engine knows better where it ends.
    const isInside = startTime < endTime && endTime < durationSeconds + 1
    if (!isInside) {
      const times = `${shortTimecode(startTime)} to ${shortTimecode(endTime)}`
      const sentence = `${times} is not inside the video, which is ${shortTimecode(durationSeconds)} long.`
      throw new CutFailure('invalid_trim', sentence)
    }
    return { startTime, endTime }
  })
}
