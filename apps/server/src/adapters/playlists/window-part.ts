import type { SharedTimeline } from '@kerf/cutter/api/segment-source'
import type { MediaPlaylist, PlaylistResource } from '@kerf/cutter/demux/hls/parse-media'
import { hullOf, type TimeRange } from '@kerf/domain/ranges/time-range'
import { type LiveWindow, windowOf } from './shared-windows.ts'

/** Largest time by which the variants of a stream may begin apart. Larger differences mean separate clocks. */
const VARIANT_TOLERANCE_SECONDS = 10

/**
 * The part of a window that the cut of some ranges reads: a segment more at both ends, because durations in playlists
 * are inexact. Without ranges it is the whole window. Only the part is opened, so the clip needs no earlier segment.
 */
export function partOfWindow(
  window: MediaPlaylist,
  ranges: readonly TimeRange[],
): { playlist: MediaPlaylist; place: Omit<SharedTimeline, 'clockSeconds'> } {
  const span = ranges.length > 0 ? spanOf(window, hullOf(ranges)) : null
  if (!span) return { playlist: window, place: { startTime: 0, toleranceSeconds: VARIANT_TOLERANCE_SECONDS } }
  const playlist = windowOf(window, span)
  const before = window.segments.slice(0, span.firstSegment)
  const startTime = before.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const [first, last] = [playlist.segments[0]!, playlist.segments.at(-1)!]
  // A part that is off by more than its margin may lack the range.
  const marginSeconds = Math.min(first.durationSeconds, last.durationSeconds)
  const isFromStart = span.firstSegment === 0
  return {
    playlist,
    place: { startTime, toleranceSeconds: isFromStart ? VARIANT_TOLERANCE_SECONDS : marginSeconds },
  }
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
  const ends: number[] = []
  for (const { durationSeconds } of segments) ends.push((ends.at(-1) ?? 0) + durationSeconds)
  const from = ends.findIndex((end) => end > startTime)
  if (from < 0) return null
  const to = ends.findIndex((end) => end >= endTime)
  const firstSegment = Math.max(0, from - 1)
  const lastSegment = Math.min(segments.length - 1, to < 0 ? segments.length : to + 1)
  return { firstSegment, segmentCount: lastSegment - firstSegment + 1 }
}
