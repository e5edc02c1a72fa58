import { captionsChoices, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import type { LocatedCaptions } from '../../../ports/sources.ts'
import { isYoutubeServiceHost } from '../../outbound/youtube-hosts.ts'
import type { InfoCaptions, VideoInfo } from '../../ytdlp/answers/video-info.ts'

/** File extensions of readable captions, preferred first: only json3 has a timestamp for each word. */
const READABLE_FORMATS = ['json3', 'vtt', 'ttml']

/** Returns captions that people wrote and automatic ones, best first. Automatic translations are left out. */
export function captionsOf({ subtitles, automatic_captions, language, formats }: VideoInfo): LocatedCaptions[] {
  const manualCaptions = subtitles.filter(({ key }) => key !== 'live_chat').flatMap((entry) => locate(entry, false))
  // yt-dlp lists automatic captions in the original language twice: as `en-orig`, and as `en` for older callers.
  const automaticCaptions = automatic_captions
    .flatMap((entry) => locate(entry, true))
    .filter((choice, index, choices) => choices.findIndex(({ language }) => language === choice.language) === index)
  const originalTrack = formats
    .filter((format) => format.language && (format.language_preference ?? 0) > 0)
    .toSorted((a, b) => (b.language_preference ?? 0) - (a.language_preference ?? 0))[0]
  const originalLanguage = originalTrack?.language ?? language ?? automaticCaptions[0]?.language ?? null
  return captionsChoices([...manualCaptions, ...automaticCaptions], originalLanguage)
}

function locate({ key, files }: InfoCaptions[number], isAutomatic: boolean) {
  const file = READABLE_FORMATS.map((form) => files.find(({ ext }) => ext === form)).find(
    (candidate) => candidate !== undefined,
  )
  if (!file) return []
  const url = URL.parse(file.url)
  if (url?.protocol !== 'https:' || !isYoutubeServiceHost(url.hostname)) return []
  if (url.searchParams.has('tlang')) return []
  const language = tidyLanguage(url.searchParams.get('lang')) ?? tidyLanguage(key.replace(/-orig$/, ''))
  return [{ language, name: file.name ?? null, isAutomatic, address: file.url }]
}
