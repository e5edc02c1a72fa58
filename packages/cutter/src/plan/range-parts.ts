import { CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedAudio, OpenedVideo, TrackAccess } from '../demux/common/opened-part.ts'
import { rescaledTrack } from '../demux/common/shifted-track.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { runAllAhead } from '../io/run-ahead.ts'
import { type JoinedRange, nothingInRangeError, unlessNothingShown } from './plan-video.ts'

/** A range of a clip, or the part of it in one recording if the media is joined from several. */
export interface RangePart {
  video: OpenedVideo | null
  audio: OpenedAudio | null
  range: TimeRange
  /**
   * The range to search for frames. It extends beyond the borders of a recording, whose playlist times may be inexact.
   */
  searchRange: JoinedRange
  /** Whether the range has other parts, which may have frames if this part has none. */
  isPartial: boolean
}

/** Number of ranges that are planned in parallel, because planning mostly waits for the source. */
export const MAX_CONCURRENT_RANGES = 4
/** Length of the search beyond the borders of a recording. It cannot find frames of the next recording. */
const SEARCH_MARGIN_SECONDS = 60

/** Divides ranges at the borders of recordings. */
export async function divideRanges(
  media: Media,
  ranges: readonly JoinedRange[],
  options: ReadOptions,
): Promise<RangePart[]> {
  const { recordings, video, audio } = media
  if (!recordings) return ranges.map((range) => ({ video, audio, range, searchRange: range, isPartial: false }))
  const rangeParts = ranges.flatMap((range) => {
    const spanParts = recordings.spans.flatMap(({ startTime, endTime }, index) => {
      const part = {
        startTime: Math.max(startTime, range.startTime),
        endTime: Math.min(endTime, range.endTime),
      }
      return part.endTime > part.startTime ? [{ index, range: part }] : []
    })
    return spanParts.map((part, partIndex) => ({
      ...part,
      isPartial: spanParts.length > 1,
      searchRange: {
        ...(partIndex === spanParts.length - 1 && {
          isFollowed: range.isFollowed ?? false,
          isToEnd: range.isToEnd ?? false,
          heldUntil: range.heldUntil ?? 0,
        }),
        partStart: part.range.startTime,
        startTime: part.range.startTime - (partIndex > 0 ? SEARCH_MARGIN_SECONDS : 0),
        endTime: part.range.endTime + (partIndex < spanParts.length - 1 ? SEARCH_MARGIN_SECONDS : 0),
      },
    }))
  })
  return runAllAhead(rangeParts, MAX_CONCURRENT_RANGES, async ({ index, ...part }) => {
    const opened = await recordings.open(index, options)
    return { ...part, video: convertToTimescaleOf(video, opened.video), audio: opened.audio }
  })
}

/**
 * Plans all parts of ranges. A part without frames is left out if its range has other parts.
 * @param plan plans one part; it returns several tasks where an edit list jumps
 * @throws CutterError nothing_in_range if no part has frames
 */
export async function planParts<T>(
  parts: readonly RangePart[],
  plan: (opened: OpenedVideo, range: JoinedRange) => Promise<T[]>,
  maxAtOnce = MAX_CONCURRENT_RANGES,
): Promise<{ task: T; part: RangePart }[]> {
  const plannedParts = await runAllAhead(parts, maxAtOnce, async (part) => {
    const { video, searchRange, isPartial } = part
    if (!video) throw new CutterError('unsupported_media', 'A part of the range has no frame.')
    const tasks = isPartial ? await unlessNothingShown(() => plan(video, searchRange)) : await plan(video, searchRange)
    return tasks?.map((task) => ({ task, part })) ?? []
  })
  if (plannedParts.every(({ length }) => length === 0)) throw nothingInRangeError()
  return plannedParts.flat()
}

/** Converts a track to the timescale of the model, because all frames of a clip have the same timescale. */
function convertToTimescaleOf(model: OpenedVideo | null, opened: OpenedVideo | null): OpenedVideo | null {
  const timescale = timescaleOf(model?.access)
  const trackTimescale = timescaleOf(opened?.access)
  if (!opened || opened.access.kind === 'library' || timescale === null || trackTimescale === timescale) return opened
  const track: IndexedTrack = rescaledTrack(opened.access.track, timescale)
  return { ...opened, access: { ...opened.access, track } }
}

function timescaleOf(access: TrackAccess | undefined): number | null {
  return access?.kind === 'indexed' ? access.track.timescale : null
}
