import { languageName, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import type { LocatedAudioTrack, LocatedRendition } from '../../../ports/sources.ts'
import type { InfoFormat } from './video-info.ts'

const MOST_TRACKS = 200
const LONGEST_ID = 60
/** How yt-dlp names a track that says what there is to see. */
const DESCRIPTIVE = /-desc$/

/** The audio tracks among which there is a choice, the original first, and the same renditions with the track that each has. */
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
          .slice(0, LONGEST_ID) || null
  const preferences = new Map<string, number>()
  for (const rendition of renditions) {
    const track = trackOf(rendition)
    if (track && preferences.size < MOST_TRACKS)
      preferences.set(track, Math.max(rendition.audioPreference, preferences.get(track) ?? Number.NEGATIVE_INFINITY))
  }
  if (preferences.size < 2) return { renditions, audioTracks: [] }
  const [original, ...others] = [...preferences].toSorted(([, one], [, other]) => other - one).map(([track]) => track)
  return {
    audioTracks: [original!, ...others].map((id) => described(id, id === original)),
    renditions: renditions.map((rendition) => {
      // A file with frames that names no track has the original.
      const audioTrack = rendition.audioCodec === null ? null : (trackOf(rendition) ?? original!)
      return audioTrack ? { ...rendition, audioTrack } : rendition
    }),
  }
}

function described(id: string, isOriginal: boolean): LocatedAudioTrack {
  const language = tidyLanguage(id.replace(DESCRIPTIVE, ''))
  const name = (language && languageName(language)) ?? id
  return { id, language, label: DESCRIPTIVE.test(id) ? `${name} (descriptive)` : name, isOriginal }
}
