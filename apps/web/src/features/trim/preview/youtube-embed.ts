import { parseYoutubeLink } from '@kerf/domain/links/youtube-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'

/** The platform's own player, limited to the range; it takes whole seconds, so the range is rounded outward. null for other links. */
export function youtubeEmbedAddress(link: string, range: TimeRange): string | null {
  const youtube = parseYoutubeLink(link)
  if (!youtube) return null
  const asked = new URLSearchParams({
    start: String(Math.floor(range.startTime)),
    end: String(Math.ceil(range.endTime)),
    autoplay: '1',
    playsinline: '1',
    rel: '0',
  })
  return `https://www.youtube-nocookie.com/embed/${youtube.videoId}?${asked}`
}
