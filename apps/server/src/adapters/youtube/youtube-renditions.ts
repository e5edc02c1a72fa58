import type { LocatedRendition } from '../../ports/sources.ts'
import { isYoutubeHost } from '../outbound/youtube-hosts.ts'
import type { YtdlpFormat } from './ytdlp-json.ts'

/** Debian's yt-dlp of 2023 says `http_dash_segments` of the very same addresses. */
const DIRECT_PROTOCOLS = ['https', 'http_dash_segments']

/** Less than the difference between two languages: the compressed original is better than a dubbed version. */
const COMPRESSED_PENALTY = 1

/** The formats that can be read by byte ranges from YouTube's own hosts, free of copy protection. */
export function renditionsOf(formats: readonly YtdlpFormat[]): LocatedRendition[] {
  return formats.flatMap((format) => {
    const rendition = toRendition(format)
    return rendition ? [rendition] : []
  })
}

function toRendition(format: YtdlpFormat): LocatedRendition | null {
  const videoCodec = codecOf(format.vcodec)
  const audioCodec = codecOf(format.acodec)
  if (videoCodec === null && audioCodec === null) return null
  if (format.has_drm || isUpscaled(format) || !isDirect(format)) return null
  return {
    id: format.format_id,
    carries: videoCodec === null ? 'audio' : audioCodec === null ? 'video' : 'both',
    container: format.ext ?? 'mp4',
    videoCodec,
    audioCodec,
    width: format.width ?? null,
    height: format.height ?? null,
    frameRate: videoCodec === null ? null : (format.fps ?? null),
    bitrate: format.tbr ? Math.round(format.tbr * 1000) : null,
    sizeBytes: format.filesize ?? null,
    audioPreference: audioCodec === null ? 0 : audioPreferenceOf(format),
    address: format.url!,
    headers: format.http_headers ?? {},
  }
}

function isDirect(format: YtdlpFormat): boolean {
  if (!DIRECT_PROTOCOLS.includes(format.protocol ?? '') || !format.url || !URL.canParse(format.url)) return false
  const url = new URL(format.url)
  // A manifest lists files instead of being one.
  return url.protocol === 'https:' && isYoutubeHost(url.hostname) && !url.pathname.startsWith('/api/manifest/')
}

/** Images that YouTube enlarged by itself: not what was uploaded, so no better than the size below. */
function isUpscaled(format: YtdlpFormat): boolean {
  return /-sr\b/.test(format.format_id) || /AI-upscaled/i.test(format.format_note ?? '')
}

function codecOf(codec: string | null | undefined): string | null {
  return !codec || codec === 'none' ? null : codec
}

function audioPreferenceOf(format: YtdlpFormat): number {
  const compressed = /-drc\b/i.test(format.format_id) || /\bDRC\b/.test(format.format_note ?? '')
  return (format.language_preference ?? 0) - (compressed ? COMPRESSED_PENALTY : 0)
}
