import type { SharedTimeline } from '@kerf/cutter/api/segment-source'
import type { MediaPlaylist, PlaylistResource } from '@kerf/cutter/demux/hls/parse-media'
import { hullOf, type TimeRange } from '@kerf/domain/ranges/time-range'
import { type LiveWindow, windowOf } from './shared-windows.ts'

/**
 * The part of a window that the cut of some ranges reads: a segment more at both ends, because durations in playlists
 * are inexact. Without ranges it is the whole window. Only the part is opened, so the clip needs no earlier segment.
 */
export function partOfWindow(
  window: MediaPlaylist,
  ranges: readonly TimeRange[],
): { playlist: MediaPlaylist; place: Omit<SharedTimeline, 'clockSeconds'> } {
  const span = ranges.length > 0 ? spanOf(window, hullOf(ranges)) : null
  const playlist = span ? windowOf(window, span) : window
  const before = window.segments.slice(0, span?.firstSegment ?? 0)
  const startTime = before.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  return { playlist, place: { startTime, toleranceSeconds: toleranceOf(playlist.segments, window.segments) } }
}

/**
 * Maximum error of a part's start. Usually it is the margin of the part: with a larger error the part may lack the range. At
 * an end of the window there is no margin, so half a segment is allowed. Variants with the same segments begin at most that
 * far apart.
 */
function toleranceOf(part: MediaPlaylist['segments'], window: MediaPlaylist['segments']): number {
  const halfSegmentSeconds = Math.max(...part.map(({ durationSeconds }) => durationSeconds)) / 2
  const [first, last] = [part[0]!, part.at(-1)!]
  return Math.min(
    first === window[0] ? halfSegmentSeconds : first.durationSeconds,
    last === window.at(-1) ? halfSegmentSeconds : last.durationSeconds,
  )
}

/** Keys, initialization sections and segments that the cut of some ranges reads, in their order. */
export function resourcesOfWindow(
  window: MediaPlaylist,
  ranges: readonly TimeRange[],
): Pick<PlaylistResource, 'address' | 'range'>[] {
  const segments = ranges.flatMap((range) => partOfWindow(window, [range]).playlist.segments)
  const resources = [...new Set(segments)].flatMap((segment) => resourcesOfSegment(window, segment))
  return [...new Map(resources.map((resource) => [JSON.stringify(resource), resource])).values()]
}

function resourcesOfSegment({ maps }: MediaPlaylist, segment: MediaPlaylist['segments'][number]) {
  if (segment.isGap) return []
  const parts = segment.map === null ? [segment] : [maps[segment.map]!, segment]
  return parts.flatMap(({ address, range, key }) => [
    ...(key ? [{ address: key.address, range: null }] : []),
    { address, range },
  ])
}

function spanOf({ segments }: MediaPlaylist, { startTime, endTime }: TimeRange): LiveWindow | null {
  const endTimes: number[] = []
  for (const { durationSeconds } of segments) endTimes.push((endTimes.at(-1) ?? 0) + durationSeconds)
  const from = endTimes.findIndex((end) => end > startTime)
  if (from < 0) return null
  const to = endTimes.findIndex((end) => end >= endTime)
  const firstSegment = Math.max(0, from - 1)
  const lastSegment = Math.min(segments.length - 1, to < 0 ? segments.length : to + 1)
  return { firstSegment, segmentCount: lastSegment - firstSegment + 1 }
}
