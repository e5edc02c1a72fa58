import { captionsChoices, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import type { LocatedCaptions } from '../../../ports/sources.ts'
import { isYoutubeHost } from '../../outbound/youtube-hosts.ts'
import type { InfoCaptions, VideoInfo } from './video-info.ts'

/** In the order in which they are preferred: only the first has times of words. */
const READABLE = ['json3', 'vtt', 'ttml']

/** The captions that people wrote, and the automatic ones of what is said, but none of their hundred translations. The best first. */
export function captionsOf({ subtitles, automatic_captions, language, formats }: VideoInfo): LocatedCaptions[] {
  const written = subtitles.filter(({ key }) => key !== 'live_chat').flatMap((entry) => located(entry, false))
  // The original comes twice: as `en-orig`, and as `en` for older callers.
  const automatic = automatic_captions
    .flatMap((entry) => located(entry, true))
    .filter((one, index, all) => all.findIndex((other) => other.language === one.language) === index)
  const originalTrack = formats
    .filter((format) => format.language && (format.language_preference ?? 0) > 0)
    .toSorted((one, other) => (other.language_preference ?? 0) - (one.language_preference ?? 0))[0]
  const original = originalTrack?.language ?? language ?? automatic[0]?.language ?? null
  return captionsChoices([...written, ...automatic], original)
}

function located({ key, files }: InfoCaptions[number], isAutomatic: boolean) {
  const file = READABLE.map((form) => files.find(({ ext }) => ext === form)).find((found) => found !== undefined)
  if (!file) return []
  const url = URL.parse(file.url)
  if (url?.protocol !== 'https:' || !isYoutubeHost(url.hostname)) return []
  if (url.searchParams.has('tlang')) return []
  const language = tidyLanguage(url.searchParams.get('lang')) ?? tidyLanguage(key.replace(/-orig$/, ''))
  return [{ language, name: file.name ?? null, isAutomatic, address: file.url }]
}
