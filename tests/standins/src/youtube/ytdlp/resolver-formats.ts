import type { MediaLibrary } from '../media/media-library.ts'
import type { StandinFormat } from '../media/standin-format.ts'
import { isHdr } from '../offered-formats.ts'
import type { LiveVariant } from '../pages/live-playlist.ts'
import { storyboardSheetUrl } from '../pages/storyboard-spec.ts'
import type { PlaylistFormat } from '../pages/video-playlists.ts'
import type { StandinVideo } from '../videos.ts'
import type { ResolverFormat } from './imitated-ytdlp.ts'

const HTTP_HEADERS = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en-us,en;q=0.5',
  'Sec-Fetch-Mode': 'navigate',
}

/** One rendition as yt-dlp describes it; "none" means that a part is absent. */
export function describeMediaFormat(format: StandinFormat, url: string, seconds: number): ResolverFormat {
  const { image, audio, audioTrack } = format
  const isOriginal = /\boriginal\b/.test(audioTrack?.displayName ?? '')
  const kilobitsPerSecond = Math.round((format.sizeBytes * 8) / seconds) / 1000
  const codecs = format.codecs.split(', ')
  const fileEnding = fileEndingOf(format)
  const trackName = audioTrack && `${audioTrack.displayName}${audioTrack.audioIsDefault ? ' (default)' : ''}`
  const note = [trackName, image ? image.label : 'medium'].filter(Boolean).join(', ')
  return {
    // A suffix tells tracks of the same itag apart, the best one last.
    format_id: audioTrack ? `${format.itag}-${isOriginal ? 1 : 0}` : String(format.itag),
    format_note: note,
    ...(audioTrack ? { language: audioTrack.id.split('.')[0] } : {}),
    ext: fileEnding,
    protocol: 'https',
    url,
    vcodec: image ? codecs[0] : 'none',
    acodec: audio ? codecs.at(-1) : 'none',
    width: image?.width ?? null,
    height: image?.height ?? null,
    fps: image?.framesPerSecond ?? null,
    ...(image ? { dynamic_range: isHdr(format) ? 'HDR10' : 'SDR' } : {}),
    tbr: kilobitsPerSecond,
    filesize: format.sizeBytes,
    language_preference: isOriginal ? 10 : audioTrack?.audioIsDefault ? 5 : -1,
    has_drm: false,
    available_at: Math.floor(Date.now() / 1000),
    http_headers: HTTP_HEADERS,
  }
}

/** The storyboards as pseudo-formats, smallest first; yt-dlp counts them from the largest: `sb0`. */
export function describeStoryboards(video: StandinVideo, library: MediaLibrary): ResolverFormat[] {
  const boards = library.storyboards
  return boards.map((board, index) => {
    const sheetSeconds = (library.seconds * board.columns * board.rows) / board.frames
    const sheets = Array.from({ length: board.sheets }, (_, sheet) => ({
      url: storyboardSheetUrl(video.id, board, sheet),
      duration: Math.min(sheetSeconds, library.seconds - sheet * sheetSeconds),
    }))
    return {
      format_id: `sb${boards.length - 1 - index}`,
      format_note: 'storyboard',
      ext: 'mhtml',
      protocol: 'mhtml',
      acodec: 'none',
      vcodec: 'none',
      url: storyboardSheetUrl(video.id, board, '$M'),
      width: board.width,
      height: board.height,
      fps: board.frames / library.seconds,
      rows: board.rows,
      columns: board.columns,
      fragments: sheets,
      http_headers: HTTP_HEADERS,
    }
  })
}

/** Describes a rendition that has its own playlist. yt-dlp does not know the codec of its audio. */
export function describePlaylistFormat({ itag, format, url }: PlaylistFormat, manifestUrl: string): ResolverFormat {
  const { image } = format
  return {
    format_id: String(itag),
    ext: 'mp4',
    protocol: 'm3u8_native',
    url,
    manifest_url: manifestUrl,
    vcodec: image ? format.codecs : 'none',
    acodec: image ? 'none' : null,
    ...(image ? { width: image.width, height: image.height, fps: image.framesPerSecond, dynamic_range: 'SDR' } : {}),
    tbr: image ? format.bitrate / 1000 : null,
    has_drm: false,
    available_at: Math.floor(Date.now() / 1000),
    http_headers: HTTP_HEADERS,
  }
}

export function describeLiveFormat(variant: LiveVariant): ResolverFormat {
  return {
    format_id: String(variant.itag),
    ext: 'mp4',
    protocol: 'm3u8_native',
    url: variant.url,
    vcodec: 'avc1.42001E',
    acodec: 'mp4a.40.2',
    width: variant.width,
    height: variant.height,
    fps: 30,
    tbr: variant.bitsPerSecond / 1000,
    has_drm: false,
    http_headers: HTTP_HEADERS,
  }
}

function fileEndingOf(format: StandinFormat): string {
  if (format.mimeType.endsWith('/webm')) return 'webm'
  return format.image ? 'mp4' : 'm4a'
}
