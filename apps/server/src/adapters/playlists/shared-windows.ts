import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'

/** Consecutive segments of a live playlist, as indexes into its list. */
export interface LiveWindow {
  firstSegment: number
  segmentCount: number
}

/**
 * The windows of live playlists of one stream that contain the same time. Playlists that are fetched one after the
 * other may begin and end a segment apart. Their segments are compared by wall-clock time, else by sequence number. A
 * window begins after the last discontinuity, so that it has one clock.
 * @returns null if no segment is in all playlists
 */
export function sharedWindows(playlists: readonly MediaPlaylist[]): LiveWindow[] | null {
  const areDated = playlists.every(({ segments }) => segments.every(({ programSeconds }) => programSeconds !== null))
  const bordersByPlaylist = playlists.map((playlist) => bordersOf(playlist, areDated))
  const start = Math.max(...bordersByPlaylist.map((borders, index) => borders[lastRecordingStart(playlists[index]!)]!))
  const end = Math.min(...bordersByPlaylist.map((borders) => borders.at(-1)!))
  const windows = bordersByPlaylist.map((borders): LiveWindow => {
    const middles = borders.slice(1).map((border, index) => (border + borders[index]!) / 2)
    const isShared = (middleSeconds: number): boolean => middleSeconds > start && middleSeconds < end
    return { firstSegment: middles.findIndex(isShared), segmentCount: middles.filter(isShared).length }
  })
  return windows.every(({ segmentCount }) => segmentCount > 0) ? windows : null
}

/** Start of each segment and end of the last one: wall-clock seconds, or sequence numbers. */
function bordersOf({ segments }: MediaPlaylist, areDated: boolean): number[] {
  const starts = segments.map(({ sequence, programSeconds }) => (areDated ? programSeconds! : sequence))
  const lastDuration = areDated ? (segments.at(-1)?.durationSeconds ?? 0) : 1
  return [...starts, (starts.at(-1) ?? 0) + lastDuration]
}

const lastRecordingStart = ({ segments }: MediaPlaylist): number =>
  Math.max(
    0,
    segments.findIndex(({ recording }) => recording === segments.at(-1)?.recording),
  )

/** A live playlist as if it had ended with its window. */
export function windowOf(playlist: MediaPlaylist, { firstSegment, segmentCount }: LiveWindow): MediaPlaylist {
  const segments = playlist.segments.slice(firstSegment, firstSegment + segmentCount)
  const durationSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0)
  return { ...playlist, isEnded: true, segments, durationSeconds }
}
