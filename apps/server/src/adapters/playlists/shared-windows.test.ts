import type { MediaPlaylist } from '@kerf/cutter/demux/hls/parse-media'
import { parsePlaylist } from '@kerf/cutter/demux/hls/parse-playlist'
import { expect, it } from 'vitest'
import { sharedWindows, windowOf } from './shared-windows.ts'

/** A live playlist of two-second segments. `date`: wall-clock seconds of its first segment. */
function livePlaylist(sequence: number, count: number, { date, tags = {} }: PlaylistChanges = {}): MediaPlaylist {
  const dateTag = date === undefined ? '' : `#EXT-X-PROGRAM-DATE-TIME:${new Date(date * 1000).toISOString()}\n`
  const lines = Array.from({ length: count }, (_, index) => `${tags[index] ?? ''}#EXTINF:2,\n${sequence + index}.ts\n`)
  const text = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${sequence}\n${dateTag}${lines.join('')}`
  return parsePlaylist(text, 'https://site.test/live.m3u8') as MediaPlaylist
}

interface PlaylistChanges {
  date?: number
  tags?: Record<number, string>
}

const namesIn = (playlists: MediaPlaylist[]) =>
  sharedWindows(playlists)!.map((window, index) =>
    windowOf(playlists[index]!, window).segments.map(({ address }) => address.slice('https://site.test/'.length)),
  )

it('playlists fetched while the window slid are cut to their common segments', () => {
  const names = ['8.ts', '9.ts', '10.ts']
  expect(namesIn([livePlaylist(7, 4), livePlaylist(8, 4)])).toEqual([names, names])
})

it('playlists with different segment numbers are aligned by their rounded dates', () => {
  const playlists = [livePlaylist(100, 4, { date: 1_700_000_000 }), livePlaylist(7, 4, { date: 1_700_000_001.9 })]
  expect(namesIn(playlists)).toEqual([
    ['101.ts', '102.ts', '103.ts'],
    ['7.ts', '8.ts', '9.ts'],
  ])
})

it('the window of a playlist is a complete playlist, as long as its segments', () => {
  const [window] = sharedWindows([livePlaylist(5, 3)])!
  expect(windowOf(livePlaylist(5, 3), window!)).toMatchObject({ isEnded: true, durationSeconds: 6 })
})

it('a window begins after the last discontinuity of any playlist', () => {
  const brokenPlaylist = livePlaylist(0, 4, { tags: { 2: '#EXT-X-DISCONTINUITY\n' } })
  expect(namesIn([livePlaylist(0, 4), brokenPlaylist])).toEqual([
    ['2.ts', '3.ts'],
    ['2.ts', '3.ts'],
  ])
})

it('playlists without a common segment have no window', () => {
  expect(sharedWindows([livePlaylist(0, 3), livePlaylist(3, 3)])).toBeNull()
  expect(sharedWindows([livePlaylist(0, 0)])).toBeNull()
})
