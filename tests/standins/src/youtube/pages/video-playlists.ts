import { open } from 'node:fs/promises'
import type { MediaLibrary } from '../media/media-library.ts'
import type { StandinFormat } from '../media/standin-format.ts'
import { type MediaUrlTerms, makeMediaUrl, makePlaylistUrl } from '../media-urls.ts'
import { isHdr, offeredFormats } from '../offered-formats.ts'
import type { StandinVideo } from '../videos.ts'

/** Itags of formats in playlists, by the itag of the file. */
const PLAYLIST_ITAGS: Record<number, number> = { 160: 269, 133: 229, 134: 230, 135: 231, 136: 232, 137: 270, 140: 234 }

export interface PlaylistFormat {
  itag: number
  format: StandinFormat
  url: string
}

/** The formats of a video in playlists: audio and video of the MP4 files, each by itself. */
export function playlistFormats(video: StandinVideo, library: MediaLibrary, terms: MediaUrlTerms): PlaylistFormat[] {
  return offeredFormats(library, video).flatMap((format) => {
    const itag = PLAYLIST_ITAGS[format.itag]
    if (itag === undefined || isHdr(format)) return []
    return [{ itag, format, url: makePlaylistUrl(video, itag, terms) }]
  })
}

/** The multivariant playlist of a video. */
export function playlistOfVideo(video: StandinVideo, library: MediaLibrary, terms: MediaUrlTerms): string {
  const formats = playlistFormats(video, library, terms)
  const audio = formats.find(({ format }) => format.audio)
  const variants = formats.flatMap(({ format: { image, bitrate, codecs }, url }) => {
    if (!image) return []
    const bandwidth = bitrate + (audio?.format.bitrate ?? 0)
    const allCodecs = [codecs, ...(audio ? [audio.format.codecs] : [])].join(',')
    const group = audio ? `,AUDIO="${audio.itag}"` : ''
    const size = `RESOLUTION=${image.width}x${image.height},FRAME-RATE=${image.framesPerSecond}`
    return [`#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${allCodecs}",${size},VIDEO-RANGE=SDR${group}`, url]
  })
  const group = audio
    ? [`#EXT-X-MEDIA:URI="${audio.url}",TYPE=AUDIO,GROUP-ID="${audio.itag}",NAME="Default",DEFAULT=YES,AUTOSELECT=YES`]
    : []
  return joinLines('#EXTM3U', '#EXT-X-INDEPENDENT-SEGMENTS', ...group, ...variants)
}

/** The playlist of one format; null: there is none. Its segments are the fragments of the file. */
export async function playlistOfFormat(
  video: StandinVideo,
  itag: number,
  library: MediaLibrary,
  terms: MediaUrlTerms,
): Promise<string | null> {
  const playlistFormat = playlistFormats(video, library, terms).find((candidate) => candidate.itag === itag)
  if (!playlistFormat) return null
  const url = makeMediaUrl(video, playlistFormat.format, { ...terms, isInPlaylist: true })
  const { headerBytes, fragments } = await readIndex(playlistFormat.format.path)
  const maxSeconds = Math.max(...fragments.map(({ seconds }) => seconds))
  return joinLines(
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${Math.ceil(maxSeconds)}`,
    `#EXT-X-MAP:URI="${url}",BYTERANGE="${headerBytes}@0"`,
    ...fragments.flatMap(({ seconds, start, bytes }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${start}`,
      url,
    ]),
    '#EXT-X-ENDLIST',
  )
}

const joinLines = (...texts: string[]): string => `${texts.join('\n')}\n`

const BEGINNING_BYTES = 64 * 1024

/** End of the header and positions of the fragments of a fragmented MP4, from its `sidx` box of version 0 or 1. */
async function readIndex(path: string) {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
  let boxPosition = 0
  while (buffer.toString('latin1', boxPosition + 4, boxPosition + 8) !== 'sidx')
    boxPosition += buffer.readUInt32BE(boxPosition)
  const isWide = buffer[boxPosition + 8] === 1
  const timescale = buffer.readUInt32BE(boxPosition + 16)
  const firstOffset = isWide ? Number(buffer.readBigUInt64BE(boxPosition + 28)) : buffer.readUInt32BE(boxPosition + 24)
  const countPosition = boxPosition + (isWide ? 38 : 30)
  let start = boxPosition + buffer.readUInt32BE(boxPosition) + firstOffset
  const fragments = Array.from({ length: buffer.readUInt16BE(countPosition) }, (_, index) => {
    const referencePosition = countPosition + 2 + 12 * index
    const bytes = buffer.readUInt32BE(referencePosition) & 0x7fffffff
    const fragment = { start, bytes, seconds: buffer.readUInt32BE(referencePosition + 4) / timescale }
    start += bytes
    return fragment
  })
  return { headerBytes: boxPosition, fragments }
}
