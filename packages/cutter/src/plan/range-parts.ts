import { CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedAudio, OpenedVideo, TrackAccess } from '../demux/common/opened-part.ts'
import { rescaledTrack } from '../demux/common/shifted-track.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import { allStartedAhead } from '../io/started-ahead.ts'
import { type JoinedRange, nothingInRange, unlessNothing } from './plan-video.ts'

/** A range of a clip, or the part of it in one recording if the media is joined from several. */
export interface RangePart {
  video: OpenedVideo | null
  audio: OpenedAudio | null
  range: TimeRange
  /** Where its frames are searched for. Frames at the border of a recording belong to it, even if the playlist times differ. */
  shown: JoinedRange
  /** The range has other parts, which may have frames if this one has none. */
  isPartial: boolean
}

/** Planning waits for the source more than it works. */
export const RANGES_AT_ONCE = 4
/** How far beyond its claimed borders a recording may go: what follows is another one, and not mixed up with it. */
const BEYOND_SECONDS = 60

/** Ranges, divided where one recording ends and another one begins. */
export async function partsOf(
  media: Media,
  ranges: readonly JoinedRange[],
  options: ReadOptions,
): Promise<RangePart[]> {
  const { recordings, video, audio } = media
  if (!recordings) return ranges.map((range) => ({ video, audio, range, shown: range, isPartial: false }))
  const divided = ranges.flatMap((range) => {
    const within = recordings.spans.flatMap(({ startTime, endTime }, index) => {
      const part = {
        startTime: Math.max(startTime, range.startTime),
        endTime: Math.min(endTime, range.endTime),
      }
      return part.endTime > part.startTime ? [{ index, range: part }] : []
    })
    return within.map((part, order) => ({
      ...part,
      isPartial: within.length > 1,
      shown: {
        ...(order === within.length - 1 && {
          isFollowed: range.isFollowed ?? false,
          isToEnd: range.isToEnd ?? false,
          heldUntil: range.heldUntil ?? 0,
        }),
        startTime: part.range.startTime - (order > 0 ? BEYOND_SECONDS : 0),
        endTime: part.range.endTime + (order < within.length - 1 ? BEYOND_SECONDS : 0),
      },
    }))
  })
  return allStartedAhead(divided, RANGES_AT_ONCE, async ({ index, ...part }) => {
    const opened = await recordings.open(index, options)
    return { ...part, video: inTimescaleOf(video, opened.video), audio: opened.audio }
  })
}

/**
 * Each range planned; a part of one that shows nothing is left out, if another part of it shows something.
 * @param plan in several tasks where an edit list jumps
 */
export async function planParts<T>(
  parts: readonly RangePart[],
  plan: (opened: OpenedVideo, range: JoinedRange) => Promise<T[]>,
  atOnce = RANGES_AT_ONCE,
): Promise<{ task: T; part: RangePart }[]> {
  const planned = await allStartedAhead(parts, atOnce, async (part) => {
    const { video, shown, isPartial } = part
    if (!video) throw new CutterError('unsupported_media', 'A part of the range has no frame.')
    const tasks = isPartial ? await unlessNothing(() => plan(video, shown)) : await plan(video, shown)
    return tasks?.map((task) => ({ task, part })) ?? []
  })
  if (planned.every(({ length }) => length === 0)) throw nothingInRange()
  return planned.flat()
}

/** Frames of one clip are counted by one clock. */
function inTimescaleOf(model: OpenedVideo | null, opened: OpenedVideo | null): OpenedVideo | null {
  const wanted = timescaleOf(model?.access)
  const own = timescaleOf(opened?.access)
  if (!opened || opened.access.kind === 'library' || wanted === null || own === wanted) return opened
  const track: IndexedTrack = rescaledTrack(opened.access.track, wanted)
  return { ...opened, access: { ...opened.access, track } }
}

function timescaleOf(access: TrackAccess | undefined): number | null {
  return access?.kind === 'indexed' ? access.track.timescale : null
}
