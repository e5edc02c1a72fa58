import type { SubtitleCue } from '@kerf/cutter/api/subtitles'
import { captionsChoices, languageName, tidyLanguage, uniqueId } from '@kerf/domain/captions/captions-choice'
import { tidyChapters } from '@kerf/domain/captions/chapters'
import { plainCues } from '@kerf/domain/captions/cue-text'
import type { Cue } from '@kerf/domain/captions/transcript'
import { jsonIn } from '@kerf/domain/text/json-in'
import { plainLine } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import type { MediaFacts } from '../ports/media.ts'
import type { LocatedAudioTrack, LocatedCaptions, ResolvedVideo } from '../ports/sources.ts'

const LONGEST_LABEL = 200

/** Captions in a file of their own, beside the media. */
export interface CaptionsBeside {
  id: string
  /** The file's name. */
  name: string
  address: string
}

/** What a file carries besides its frames and expected audio, as a viewer chooses among it. */
export function tracksOfFile(
  facts: MediaFacts,
  addressOf: (track: number) => string,
  beside: readonly CaptionsBeside[] = [],
): Pick<ResolvedVideo, 'captions' | 'chapters' | 'audioTracks'> {
  const audioTracks = audioTracksOf(facts)
  const inside = (facts.textTracks ?? []).map(({ language, name }, track) => ({
    ...{ id: `track-${track + 1}`, language, name: name ?? nameOfTrack(language, track), isAutomatic: false },
    address: addressOf(track),
  }))
  const outside = beside.map((file) => ({ ...file, language: null, isAutomatic: false }))
  const chapters = tidyChapters(facts.chapters ?? [], facts.durationSeconds)
  const captions: LocatedCaptions[] = captionsChoices([...inside, ...outside], spokenLanguage(facts))
  return {
    captions,
    // One alone is the file itself.
    chapters: chapters.length > 1 ? chapters : [],
    ...(audioTracks.length > 0 ? { audioTracks } : {}),
  }
}

const nameOfTrack = (language: string | null, track: number): string | null =>
  tidyLanguage(language) ? null : `Track ${track + 1}`

const spokenLanguage = ({ audioTracks = [] }: MediaFacts): string | null =>
  (audioTracks.find(({ isDefault }) => isDefault) ?? audioTracks[0])?.language ?? null

function audioTracksOf({ audioTracks = [] }: MediaFacts): LocatedAudioTrack[] {
  if (audioTracks.length < 2) return []
  const taken = new Set<string>()
  const expected = audioTracks.find(({ isDefault }) => isDefault) ?? audioTracks[0]
  const tracks = audioTracks.map((track, inFile): LocatedAudioTrack => {
    const language = tidyLanguage(track.language)
    const name = plainLine(track.name ?? '', LONGEST_LABEL)
    return {
      id: uniqueId(language ?? `audio-${inFile + 1}`, taken),
      language,
      label: name || (language && languageName(language)) || `Audio ${inFile + 1}`,
      isOriginal: track === expected,
      inFile,
    }
  })
  return tracks.toSorted((one, other) => Number(other.isOriginal) - Number(one.isOriginal))
}

const writtenCues = z.array(z.object({ startTime: z.number(), endTime: z.number(), text: z.string() }))

/** The cues of a text track as the media engine writes them; a stranger's file said what they say. */
export function cuesOfTrack(written: Buffer): Cue[] {
  const cues: SubtitleCue[] = writtenCues.safeParse(jsonIn(written.toString('utf8'))).data ?? []
  return plainCues(cues)
}
