import { plainLine } from '../text/plain-text.ts'
import type { Chapter } from './transcript.ts'

const MAX_CHAPTERS = 1_000
const MAX_TITLE_LENGTH = 200
/** YouTube's rules for a list of chapters in a description. */
const MIN_LISTED_CHAPTERS = 3
const MIN_CHAPTER_SECONDS = 10
const MAX_DESCRIPTION_LENGTH = 20_000

interface ClaimedChapter {
  title: string
  startTime: number
  /** Ignored if the next chapter begins earlier. */
  endTime?: number | null
}

/**
 * Chapters in order and inside the video, with titles of plain text. None reaches into the next one.
 * Empty for fewer than two: a single chapter is the video itself.
 */
export function tidyChapters(chapters: readonly ClaimedChapter[], durationSeconds: number): Chapter[] {
  const orderedChapters = chapters
    .filter(({ startTime }) => startTime >= 0 && startTime < durationSeconds)
    .toSorted((a, b) => a.startTime - b.startTime)
    .filter(({ startTime }, index, all) => startTime !== all[index - 1]?.startTime)
    .slice(0, MAX_CHAPTERS)
  if (orderedChapters.length < 2) return []
  return orderedChapters.map(({ title, startTime, endTime }, index) => {
    const nextStart = orderedChapters[index + 1]?.startTime ?? durationSeconds
    const end = endTime != null && endTime > startTime ? Math.min(endTime, nextStart) : nextStart
    return { title: plainLine(title, MAX_TITLE_LENGTH) || `${index + 1}`, startTime, endTime: end }
  })
}

const TIMECODE_SOURCE = '(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{2})'
const TIME_BEFORE_TITLE_PATTERN = new RegExp(`^[\\s\\W]*?${TIMECODE_SOURCE}\\b[^\\p{L}\\p{N}\\s]*\\s+(.*)$`, 'u')
const TIME_AFTER_TITLE_PATTERN = new RegExp(`^(.*?)[\\s(\\[]${TIMECODE_SOURCE}[)\\]]?\\s*$`, 'u')
const MAX_LINE_LENGTH = 300

/**
 * The chapters that a description lists, by YouTube's rules: at least three, the first at 0:00, in order, each at
 * least ten seconds long. Empty if the list breaks a rule.
 */
export function chaptersInDescription(description: string, durationSeconds: number): Chapter[] {
  const entries = description
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => chapterInLine(line.slice(0, MAX_LINE_LENGTH)))
  const chapters = entries.map((chapter, index) => ({
    ...chapter,
    endTime: entries[index + 1]?.startTime ?? durationSeconds,
  }))
  const isList =
    chapters.length >= MIN_LISTED_CHAPTERS &&
    chapters[0]!.startTime === 0 &&
    chapters.every(({ startTime, endTime }) => endTime - startTime >= MIN_CHAPTER_SECONDS)
  return isList ? tidyChapters(chapters, durationSeconds) : []
}

function chapterInLine(line: string): { title: string; startTime: number }[] {
  const timeFirst = TIME_BEFORE_TITLE_PATTERN.exec(line)
  if (timeFirst) return listedChapter(timeFirst.slice(1, 4), timeFirst[4]!)
  const timeLast = TIME_AFTER_TITLE_PATTERN.exec(line)
  return timeLast ? listedChapter(timeLast.slice(2, 5), timeLast[1]!) : []
}

function listedChapter([hours = '0', minutes, seconds]: (string | undefined)[], titleText: string) {
  const title = titleText.replace(/^[\s\-\u2013\u2014:|.)\]]+|[\s\-\u2013\u2014:|([]+$/gu, '')
  if (title === '' || Number(seconds) > 59) return []
  return [{ title, startTime: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) }]
}
