import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { parsePlaylist } from '@kerf/cutter/demux/hls/parse-playlist'
import { expect, it } from 'vitest'
import { sharedWindows, windowOf } from './shared-windows.ts'
import { partOfWindow } from './window-part.ts'

const REAL_SECONDS = 5.96

/** The window of a stream of 600 segments, whose durations are rounded to six seconds. Each has its date. */
function longWindow(): MediaPlaylist {
  const dateOf = (index: number) => new Date(1_700_000_000_000 + index * REAL_SECONDS * 1000).toISOString()
  const lines = Array.from(
    { length: 600 },
    (_, index) => `#EXT-X-PROGRAM-DATE-TIME:${dateOf(index)}\n#EXTINF:6,\n${index}.ts\n`,
  )
  const playlist = parsePlaylist(`#EXTM3U\n${lines.join('')}`, 'https://site.test/live.m3u8') as MediaPlaylist
  return windowOf(playlist, sharedWindows([playlist])![0]!)
}

it('a late clip of a long stream uses the right segments despite rounded durations', () => {
  const window = longWindow()
  expect(window.durationSeconds).toBeCloseTo(600 * REAL_SECONDS, 0)
  const startTime = 580.5 * REAL_SECONDS
  const { playlist, place } = partOfWindow(window, [{ startTime, endTime: startTime + 1 }])
  expect(playlist.segments.map(({ sequence }) => sequence)).toEqual([579, 580, 581])
  expect(place.startTime).toBeCloseTo(579 * REAL_SECONDS, 1)
})
