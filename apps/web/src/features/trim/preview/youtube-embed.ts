import type { TrimRange } from '@kerf/domain/trim-range'
import { parseYoutubeLink } from '@kerf/domain/youtube-link'

/** The platform's own player, limited to the range; it takes whole seconds, so the range is rounded outward. null for other links. */
export function youtubeEmbedAddress(link: string, range: TrimRange): string | null {
  const youtube = parseYoutubeLink(link)
  if (!youtube) return null
  const asked = new URLSearchParams({
    start: String(Math.floor(range.startSeconds)),
    end: String(Math.ceil(range.endSeconds)),
    autoplay: '1',
    playsinline: '1',
    rel: '0',
  })
  return `https://www.youtube-nocookie.com/embed/${youtube.videoId}?${asked}`
}
