import { audioTrackChoices, captionsChoices, tidyLanguage } from '@kerf/domain/captions/captions-choice'
import { tidyChapters } from '@kerf/domain/captions/chapters'
import type { MediaFacts } from '../../ports/media.ts'
import type { LocatedAudioTrack, LocatedCaptions, ResolvedVideo } from '../../ports/sources.ts'

/** A captions file next to a media file. */
export interface SidecarCaptions {
  id: string
  /** The file's name. */
  name: string
  address: string
}

/** The captions, chapters and audio tracks of a file, as viewers choose among them. */
export function tracksOfFile(
  facts: MediaFacts,
  addressOf: (track: number) => string,
  captionsFiles: readonly SidecarCaptions[] = [],
): Pick<ResolvedVideo, 'captions' | 'chapters' | 'audioTracks'> {
  const audioTracks = audioTracksOf(facts)
  const textTracks = (facts.textTracks ?? []).map(({ language, name }, track) => ({
    id: `track-${track + 1}`,
    language,
    name: name ?? nameOfTrack(language, track),
    isAutomatic: false,
    address: addressOf(track),
  }))
  const fileTracks = captionsFiles.map((file) => ({ ...file, language: null, isAutomatic: false }))
  const captions: LocatedCaptions[] = captionsChoices(
    [...textTracks, ...fileTracks],
    defaultTrackOf(facts)?.language ?? null,
  )
  return {
    captions,
    chapters: tidyChapters(facts.chapters ?? [], facts.durationSeconds),
    ...(audioTracks.length > 0 ? { audioTracks } : {}),
  }
}

const nameOfTrack = (language: string | null, track: number): string | null =>
  tidyLanguage(language) ? null : `Track ${track + 1}`

/** The audio track that players take by default. */
const defaultTrackOf = ({ audioTracks = [] }: MediaFacts) =>
  audioTracks.find(({ isDefault }) => isDefault) ?? audioTracks[0]

function audioTracksOf(facts: MediaFacts): LocatedAudioTrack[] {
  const { audioTracks = [] } = facts
  if (audioTracks.length < 2) return []
  return audioTrackChoices(
    audioTracks.map((track, inFile) => ({
      language: track.language,
      name: track.name,
      inFile,
      isOriginal: track === defaultTrackOf(facts),
      fallback: { id: `audio-${inFile + 1}`, label: `Audio ${inFile + 1}` },
    })),
  )
}
