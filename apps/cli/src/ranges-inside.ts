import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { TrimRange } from '@kerf/domain/ranges/trim-range'
import type { FoundVideo } from '@kerf/server/open-link'
import { CutFailure } from './failure.ts'
import type { CutRequest } from './read-arguments.ts'

/** Ends that were not said are the link's own, or else the video's. */
export function rangesInside(
  { durationSeconds, range }: Pick<FoundVideo, 'durationSeconds' | 'range'>,
  asked: CutRequest['ranges'],
): TrimRange[] {
  return asked.map(({ fromSeconds, toSeconds }) => {
    const startSeconds = fromSeconds ?? range.startSeconds ?? 0
    const linkEnd =
      range.endSeconds !== undefined && range.endSeconds > startSeconds ? range.endSeconds : durationSeconds
    const endSeconds = toSeconds ?? Math.min(linkEnd, durationSeconds)
    // Sites round a video's length to the second; the engine knows better where it ends.
    const isInside = startSeconds < endSeconds && endSeconds < durationSeconds + 1
    if (!isInside) {
      const wanted = `${shortTimecode(startSeconds)} to ${shortTimecode(endSeconds)}`
      const sentence = `${wanted} does not lie inside of the video, which lasts ${shortTimecode(durationSeconds)}.`
      throw new CutFailure('invalid_trim', sentence)
    }
    return { startSeconds, endSeconds }
  })
}
