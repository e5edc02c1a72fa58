import type { ClientBehaviour, Requester } from '../client-behaviour.ts'
import type { StandinVideo } from '../videos.ts'
import { makeCaptionsUrl } from './captions-urls.ts'

/** Languages into which YouTube translates any captions: a few of its hundred and fifty. */
export const TRANSLATIONS = [
  ['ar', 'Arabic'],
  ['de', 'German'],
  ['en', 'English'],
  ['fr', 'French'],
] as const

const isListed = (video: StandinVideo, behaviour: ClientBehaviour): boolean =>
  video.captions.length > 0 && behaviour.captions !== 'none'

/** The captions in YouTube's player response; empty if there are none. */
export function captionsOfPlayer(video: StandinVideo, requester: Requester, behaviour: ClientBehaviour): object {
  if (!isListed(video, behaviour)) return {}
  const captionTracks = video.captions.map((captions) => ({
    baseUrl: makeCaptionsUrl(video, captions, requester),
    name: { simpleText: captions.name },
    vssId: `${captions.isAutomatic ? 'a' : ''}.${captions.language}`,
    languageCode: captions.language,
    ...(captions.isAutomatic ? { kind: 'asr' } : {}),
    isTranslatable: true,
    trackName: '',
  }))
  const translationLanguages = TRANSLATIONS.map(([languageCode, name]) => ({
    languageCode,
    languageName: { simpleText: name },
  }))
  const audioTracks = [{ captionTrackIndices: captionTracks.map((_, index) => index) }]
  return {
    captions: { playerCaptionsTracklistRenderer: { captionTracks, audioTracks, translationLanguages } },
  }
}

const FORMS = ['json3', 'srv1', 'srv2', 'srv3', 'ttml', 'srt', 'vtt']

/**
 * The captions in yt-dlp's output. Automatic captions come in every language. Those in the spoken language come twice.
 */
export function captionsOfResolver(video: StandinVideo, requester: Requester, behaviour: ClientBehaviour) {
  const listedCaptions = isListed(video, behaviour) ? video.captions : []
  const listFiles = (address: string, name: string) =>
    FORMS.map((ext) => ({ ext, url: `${address}&fmt=${ext}`, name, impersonate: true }))
  const subtitles = listedCaptions
    .filter(({ isAutomatic }) => !isAutomatic)
    .map((captions) => [captions.language, listFiles(makeCaptionsUrl(video, captions, requester), captions.name)])
  const automaticCaptions = listedCaptions
    .filter(({ isAutomatic }) => isAutomatic)
    .flatMap((captions) => {
      const address = makeCaptionsUrl(video, captions, requester)
      return TRANSLATIONS.flatMap(([code, name]) =>
        code === captions.language
          ? [
              [`${code}-orig`, listFiles(address, `${name} (Original)`)],
              [code, listFiles(address, name)],
            ]
          : [[code, listFiles(`${address}&tlang=${code}`, name)]],
      )
    })
  return { subtitles: Object.fromEntries(subtitles), automatic_captions: Object.fromEntries(automaticCaptions) }
}
