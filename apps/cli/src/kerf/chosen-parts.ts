import { findWords, textOfWords, wordsOf } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { OpenedVideo } from '@kerf/server/open-link'
import type { LinkArguments } from './arguments/read-arguments.ts'
import { CutFailure, failureOf } from './failure.ts'

/** A range of the video that was chosen through a chapter or spoken words. `name` is the title or the words. */
export type ChosenPart = TimeRange & { name: string }

/** Finds the ranges of the requested chapters or words, in their order; null if the request has neither. */
export async function chooseParts(
  video: OpenedVideo,
  { chapters, words, subtitles, link }: Pick<LinkArguments, 'chapters' | 'words' | 'subtitles' | 'link'>,
  signal: AbortSignal,
): Promise<ChosenPart[] | null> {
  if (chapters.length > 0) return chapters.map((titleOrNumber) => findChapter(video, titleOrNumber))
  return words.length > 0 ? findSpokenParts(video, words, subtitles?.captions ?? null, link, signal) : null
}

/**
 * Finds a chapter by its title, or by its number from 1, or by a part of its title that no other chapter has.
 */
function findChapter({ chapters }: Pick<OpenedVideo, 'chapters'>, titleOrNumber: string): ChosenPart {
  if (chapters.length === 0) throw new CutFailure('no_chapters', 'This video has no chapters.')
  const searchText = foldedText(titleOrNumber)
  const matches = chapters.filter(({ title }) => foldedText(title).includes(searchText))
  const numberedChapter = /^\d+$/.test(titleOrNumber) ? chapters[Number(titleOrNumber) - 1] : undefined
  const chapter = matches.find(({ title }) => foldedText(title) === searchText) ?? numberedChapter ?? matches[0]
  if (!chapter)
    throw new CutFailure('no_chapter', `This video has no chapter "${titleOrNumber}". Use --info to see its chapters.`)
  if (!numberedChapter && matches.length > 1 && foldedText(chapter.title) !== searchText)
    throw new CutFailure(
      'no_chapter',
      `Several chapters are like "${titleOrNumber}": ${listNumbers(matches, chapters)}. Use a number.`,
    )
  const { title, startTime, endTime } = chapter
  return { name: title, startTime, endTime }
}

/** Text for comparison without regard to case and Unicode variants. */
const foldedText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

function listNumbers(matches: OpenedVideo['chapters'], chapters: OpenedVideo['chapters']): string {
  return matches.map((chapter) => `${chapters.indexOf(chapter) + 1} ${chapter.title}`).join(', ')
}

/** Finds the first occurrence of each phrase, from the start of its first word to the end of its last one. */
async function findSpokenParts(
  video: OpenedVideo,
  words: readonly string[],
  captionsId: string | null,
  link: string,
  signal: AbortSignal,
): Promise<ChosenPart[]> {
  const captions = chooseCaptions(video, captionsId)
  const transcript = await video.readTranscript(captions.id, signal)
  if (!transcript.ok) throw failureOf(transcript.code, link)
  const transcriptWords = wordsOf(transcript.value)
  return words.map((phrase) => {
    const [wordHit] = findWords(transcriptWords, phrase)
    const [firstWord, lastWord] = wordHit ? [transcriptWords[wordHit.first], transcriptWords[wordHit.last]] : []
    if (!wordHit || !firstWord || !lastWord)
      throw new CutFailure('not_said', `"${phrase}" is not in the captions ${captions.id} (${captions.label}).`)
    return { name: textOfWords(transcriptWords, wordHit), startTime: firstWord.startTime, endTime: lastWord.endTime }
  })
}

/** The captions with an id, or the best ones if it is null. @throws CutFailure no_captions */
export function chooseCaptions(
  { captions }: Pick<OpenedVideo, 'captions'>,
  id: string | null,
): OpenedVideo['captions'][number] {
  const chosenCaptions = id === null ? captions[0] : captions.find((candidate) => candidate.id === id)
  if (chosenCaptions) return chosenCaptions
  if (captions.length === 0) throw new CutFailure('no_captions', 'This video has no captions.')
  throw new CutFailure('no_captions', `This video has no captions ${id}. It has ${listIds(captions)}.`)
}

/**
 * The option for an audio track; empty for the original one, which is the default.
 * @throws CutFailure no_audio_track
 */
export function audioTrackOption(
  { audioTracks }: Pick<OpenedVideo, 'audioTracks'>,
  id: string | null,
): { audioTrack?: string } {
  if (id === null) return {}
  const track = audioTracks.find((candidate) => candidate.id === id)
  if (track) return track.isOriginal ? {} : { audioTrack: id }
  if (audioTracks.length === 0) throw new CutFailure('no_audio_track', 'This video has no choice of audio tracks.')
  throw new CutFailure('no_audio_track', `This video has no audio track ${id}. It has ${listIds(audioTracks)}.`)
}

const listIds = (choices: readonly { id: string }[]): string => choices.map(({ id }) => id).join(', ')
