import type { LocatedRendition, SegmentSource } from '../../ports/sources.ts'

/** Media playlists of a preview: `main` has the video, `audio` its separate audio. */
export type PreviewTrack = 'main' | 'audio'

/** A part of a preview, parsed from its name in the address. */
export interface PreviewPart {
  track: PreviewTrack
  /** null for the track's playlist. */
  item: { kind: 'segment' | 'header'; index: number } | null
}

export function parsePreviewPart(name: string): PreviewPart {
  const [track, ...suffix] = name.split('-')
  const index = suffix.at(-1)
  const kind = suffix.length > 1 ? 'header' : 'segment'
  return { track: track as PreviewTrack, item: index === undefined ? null : { kind, index: Number(index) } }
}

/** Writes the master playlist. Its URIs are relative to the preview's address. */
export function previewMaster(main: LocatedRendition, audio: LocatedRendition | null): string {
  const audioLines = audio
    ? ['#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="audio",DEFAULT=YES,URI="preview/audio"']
    : []
  const streamLines = `#EXT-X-STREAM-INF:BANDWIDTH=${Math.round(main.bitrate ?? 1_000_000)}${audio ? ',AUDIO="audio"' : ''}`
  return joinLines(['#EXTM3U', ...audioLines, streamLines, 'preview/main'])
}

/** Writes the media playlist of a track. Its URIs are relative to the track's address. */
export function previewPlaylist({ segments }: SegmentSource, track: PreviewTrack): string {
  const maxSeconds = segments.reduce((longest, { duration }) => Math.max(longest, duration), 1)
  const lines = ['#EXTM3U', '#EXT-X-VERSION:8', `#EXT-X-TARGETDURATION:${Math.ceil(maxSeconds)}`]
  lines.push('#EXT-X-PLAYLIST-TYPE:VOD')
  for (const [index, { duration, initSection, recording, isGap }] of segments.entries()) {
    const previous = segments[index - 1]
    const isContinued = previous?.recording === recording
    if (previous && !isContinued) lines.push('#EXT-X-DISCONTINUITY')
    if (initSection !== null && !(isContinued && previous.initSection === initSection))
      lines.push(`#EXT-X-MAP:URI="${track}-header-${initSection}"`)
    if (isGap) lines.push('#EXT-X-GAP')
    lines.push(`#EXTINF:${duration.toFixed(5)},`, `${track}-${index}`)
  }
  return joinLines([...lines, '#EXT-X-ENDLIST'])
}

const joinLines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')
