import { languageName, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import type { LocatedAudioTrack, LocatedRendition } from '../../../ports/sources.ts'
import type { InfoFormat } from '../../ytdlp/answers/video-info.ts'

const MAX_TRACKS = 200
const MAX_ID_LENGTH = 60
/** Suffix of yt-dlp's language code for a track with audio description. */
const DESCRIPTIVE_PATTERN = /-desc$/

/**
 * Returns the audio tracks, the original first, and the renditions with the id of their track. A single track is no
 * choice, so the list is empty then.
 */
export function withAudioTracks(
  renditions: LocatedRendition[],
  formats: readonly InfoFormat[],
): { renditions: LocatedRendition[]; audioTracks: LocatedAudioTrack[] } {
  const languages = new Map(formats.map(({ format_id, url, language }) => [`${format_id} ${url}`, language]))
  const trackOf = ({ id, address, audioCodec }: LocatedRendition): string | null =>
    audioCodec === null
      ? null
      : languages
          .get(`${id} ${address}`)
          ?.replace(/[^\w.-]/g, '')
          .slice(0, MAX_ID_LENGTH) || null
  const preferences = new Map<string, number>()
  for (const rendition of renditions) {
    const track = trackOf(rendition)
    if (track && preferences.size < MAX_TRACKS)
      preferences.set(track, Math.max(rendition.audioPreference, preferences.get(track) ?? Number.NEGATIVE_INFINITY))
  }
  if (preferences.size < 2) return { renditions, audioTracks: [] }
  const [originalTrack, ...otherTracks] = [...preferences].toSorted(([, a], [, b]) => b - a).map(([track]) => track)
  return {
    audioTracks: [originalTrack!, ...otherTracks].map((id) => describeTrack(id, id === originalTrack)),
    renditions: renditions.map((rendition) => {
      // A rendition that names no track carries the original audio.
      const audioTrack = rendition.audioCodec === null ? null : (trackOf(rendition) ?? originalTrack!)
      return audioTrack ? { ...rendition, audioTrack } : rendition
    }),
  }
}

function describeTrack(id: string, isOriginal: boolean): LocatedAudioTrack {
  const language = tidyLanguage(id.replace(DESCRIPTIVE_PATTERN, ''))
  const name = (language && languageName(language)) ?? id
  return { id, language, label: DESCRIPTIVE_PATTERN.test(id) ? `${name} (descriptive)` : name, isOriginal }
}
