import { isYoutubeImageHost } from '../outbound/youtube-hosts.ts'
import type { YtdlpJson } from './ytdlp-json.ts'

const MAX_WIDTH = 1280

/**
 * The largest JPEG up to 1280 pixels wide of which YouTube said that it exists. yt-dlp lists guesses as well, without a
 * width; when there is nothing else, the one size is taken that every video has.
 */
export function thumbnailAddressOf(info: YtdlpJson): string {
  const sized = info.thumbnails
    .filter((thumbnail) => isJpeg(thumbnail.url) && thumbnail.width && thumbnail.width <= MAX_WIDTH)
    .sort((a, b) => b.width! - a.width!)
  return sized[0]?.url ?? `https://i.ytimg.com/vi/${encodeURIComponent(info.id)}/hqdefault.jpg`
}

function isJpeg(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && isYoutubeImageHost(url.hostname) && /\.jpe?g$/i.test(url.pathname)
}
