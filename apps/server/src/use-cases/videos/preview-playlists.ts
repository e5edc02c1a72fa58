import type { LocatedRendition, SegmentSource } from '../../ports/sources.ts'

/** The playlists of a preview: what is shown, and its audio where that comes apart. */
export type PreviewTrack = 'main' | 'audio'

/** What a part of a preview is, by its name in the address. null: a track's playlist. */
export interface PreviewPart {
  track: PreviewTrack
  item: { kind: 'segment' | 'header'; index: number } | null
}

export function parsePreviewPart(name: string): PreviewPart {
  const [track, ...rest] = name.split('-')
  const last = rest.at(-1)
  const kind = rest.length > 1 ? 'header' : 'segment'
  return { track: track as PreviewTrack, item: last === undefined ? null : { kind, index: Number(last) } }
}

/** Names the tracks, by addresses that are relative to the preview's own. */
export function previewMaster(main: LocatedRendition, audio: LocatedRendition | null): string {
  const group = audio ? ['#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,URI="preview/audio"'] : []
  const stream = `#EXT-X-STREAM-INF:BANDWIDTH=${Math.round(main.bitrate ?? 1_000_000)}${audio ? ',AUDIO="audio"' : ''}`
  return lines(['#EXTM3U', ...group, stream, 'preview/main'])
}

/** Names the segments of a track, by addresses that are relative to its own. */
export function previewPlaylist({ segments }: SegmentSource, track: PreviewTrack): string {
  const longest = segments.reduce((most, { duration }) => Math.max(most, duration), 1)
  const list = ['#EXTM3U', '#EXT-X-VERSION:8', `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`]
  list.push('#EXT-X-PLAYLIST-TYPE:VOD')
  for (const [index, { duration, initSection, recording, isGap }] of segments.entries()) {
    const before = segments[index - 1]
    const isContinued = before?.recording === recording
    if (before && !isContinued) list.push('#EXT-X-DISCONTINUITY')
    if (initSection !== null && !(isContinued && before.initSection === initSection))
      list.push(`#EXT-X-MAP:URI="${track}-header-${initSection}"`)
    if (isGap) list.push('#EXT-X-GAP')
    list.push(`#EXTINF:${duration.toFixed(5)},`, `${track}-${index}`)
  }
  return lines([...list, '#EXT-X-ENDLIST'])
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')
