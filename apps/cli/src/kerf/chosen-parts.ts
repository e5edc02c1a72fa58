import { findWords, textOfWords, wordsOf } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { FoundVideo } from '@kerf/server/open-link'
import type { LinkRequest } from './arguments/read-arguments.ts'
import { CutFailure, failureOf } from './failure.ts'

/** A place in the video that was named by what is said or by a chapter. */
export type ChosenPart = TimeRange & { name: string }

/** The ranges of the chapters or words that were named, in their order; null where times were named, or nothing. */
export async function chosenParts(
  video: FoundVideo,
  { chapters, words, subtitles, link }: Pick<LinkRequest, 'chapters' | 'words' | 'subtitles' | 'link'>,
  signal: AbortSignal,
): Promise<ChosenPart[] | null> {
  if (chapters.length > 0) return chapters.map((named) => chapterOf(video, named))
  return words.length > 0 ? partsSaying(video, words, subtitles?.captions ?? null, link, signal) : null
}

/** By its title, else by its number from 1, else by a part of its title that no other has. */
function chapterOf({ chapters }: Pick<FoundVideo, 'chapters'>, named: string): ChosenPart {
  if (chapters.length === 0) throw new CutFailure('no_chapters', 'This video has no chapters.')
  const wanted = folded(named)
  const alike = chapters.filter(({ title }) => folded(title).includes(wanted))
  const byNumber = /^\d+$/.test(named) ? chapters[Number(named) - 1] : undefined
  const chapter = alike.find(({ title }) => folded(title) === wanted) ?? byNumber ?? alike[0]
  if (!chapter)
    throw new CutFailure('no_chapter', `This video has no chapter "${named}". Use --info to see its chapters.`)
  if (!byNumber && alike.length > 1 && folded(chapter.title) !== wanted)
    throw new CutFailure(
      'no_chapter',
      `Several chapters are like "${named}": ${numbersOf(alike, chapters)}. Use a number.`,
    )
  const { title, startTime, endTime } = chapter
  return { name: title, startTime, endTime }
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

function numbersOf(alike: FoundVideo['chapters'], all: FoundVideo['chapters']): string {
  return alike.map((chapter) => `${all.indexOf(chapter) + 1} ${chapter.title}`).join(', ')
}

/** Where each is said first, from the beginning of its first word to the end of its last. */
async function partsSaying(
  video: FoundVideo,
  words: readonly string[],
  captionsId: string | null,
  link: string,
  signal: AbortSignal,
): Promise<ChosenPart[]> {
  const captions = captionsOf(video, captionsId)
  const transcript = await video.readTranscript(captions.id, signal)
  if (!transcript.ok) throw failureOf(transcript.code, link)
  const said = wordsOf(transcript.value)
  return words.map((phrase) => {
    const [hit] = findWords(said, phrase)
    const [first, last] = hit ? [said[hit.first], said[hit.last]] : []
    if (!hit || !first || !last)
      throw new CutFailure('not_said', `"${phrase}" is not in the captions ${captions.id} (${captions.label}).`)
    return { name: textOfWords(said, hit), startTime: first.startTime, endTime: last.endTime }
  })
}

/** The captions of this id, or the best there are. */
export function captionsOf(
  { captions }: Pick<FoundVideo, 'captions'>,
  id: string | null,
): FoundVideo['captions'][number] {
  const chosen = id === null ? captions[0] : captions.find((one) => one.id === id)
  if (chosen) return chosen
  if (captions.length === 0) throw new CutFailure('no_captions', 'This video has no captions.')
  throw new CutFailure('no_captions', `This video has no captions ${id}. It has ${idsOf(captions)}.`)
}

/** The chosen audio track as a clip is asked for it: the original goes without saying. */
export function audioTrackOption(
  { audioTracks }: Pick<FoundVideo, 'audioTracks'>,
  id: string | null,
): { audioTrack?: string } {
  if (id === null) return {}
  const track = audioTracks.find((one) => one.id === id)
  if (track) return track.isOriginal ? {} : { audioTrack: id }
  if (audioTracks.length === 0) throw new CutFailure('no_audio_track', 'This video has no choice of audio tracks.')
  throw new CutFailure('no_audio_track', `This video has no audio track ${id}. It has ${idsOf(audioTracks)}.`)
}

const idsOf = (choices: readonly { id: string }[]): string => choices.map(({ id }) => id).join(', ')
