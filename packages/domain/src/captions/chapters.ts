import { plainLine } from '../text/plain-text.ts'
import type { Chapter } from './transcript.ts'

const MOST_CHAPTERS = 1_000
const LONGEST_TITLE = 200
/** YouTube's own rules for a list of times in a description. */
const LEAST_LISTED = 3
const SHORTEST_LISTED_SECONDS = 10
const LONGEST_DESCRIPTION = 20_000

interface ClaimedChapter {
  title: string
  startTime: number
  /** Ignored if the next chapter begins earlier. */
  endTime?: number | null
}

/** Chapters in order, each up to the next one at most, within the video, with titles of plain text. None for a single one, which is the video itself. */
export function tidyChapters(claimed: readonly ClaimedChapter[], durationSeconds: number): Chapter[] {
  const inside = claimed
    .filter(({ startTime }) => startTime >= 0 && startTime < durationSeconds)
    .toSorted((one, other) => one.startTime - other.startTime)
    .filter(({ startTime }, index, all) => startTime !== all[index - 1]?.startTime)
    .slice(0, MOST_CHAPTERS)
  if (inside.length < 2) return []
  return inside.map(({ title, startTime, endTime }, index) => {
    const next = inside[index + 1]?.startTime ?? durationSeconds
    const end = endTime != null && endTime > startTime ? Math.min(endTime, next) : next
    return { title: plainLine(title, LONGEST_TITLE) || `${index + 1}`, startTime, endTime: end }
  })
}

const TIME = '(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{2})'
const TIME_FIRST = new RegExp(`^[\\s\\W]*?${TIME}\\b[^\\p{L}\\p{N}\\s]*\\s+(.*)$`, 'u')
const TIME_LAST = new RegExp(`^(.*?)[\\s(\\[]${TIME}[)\\]]?\\s*$`, 'u')
const LONGEST_LINE = 300

/**
 * The chapters that a description lists, by YouTube's rules: three at least, the first at 0:00, in order, each of ten seconds or more. Empty if
 * the list breaks them.
 */
export function chaptersInDescription(description: string, durationSeconds: number): Chapter[] {
  const listed = description
    .slice(0, LONGEST_DESCRIPTION)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => chapterInLine(line.slice(0, LONGEST_LINE)))
  const chapters = listed.map((chapter, index) => ({
    ...chapter,
    endTime: listed[index + 1]?.startTime ?? durationSeconds,
  }))
  const isList =
    chapters.length >= LEAST_LISTED &&
    chapters[0]!.startTime === 0 &&
    chapters.every(({ startTime, endTime }) => endTime - startTime >= SHORTEST_LISTED_SECONDS)
  return isList ? tidyChapters(chapters, durationSeconds) : []
}

function chapterInLine(line: string): { title: string; startTime: number }[] {
  const first = TIME_FIRST.exec(line)
  if (first) return listedAt(first.slice(1, 4), first[4]!)
  const last = TIME_LAST.exec(line)
  return last ? listedAt(last.slice(2, 5), last[1]!) : []
}

function listedAt([hours = '0', minutes, seconds]: (string | undefined)[], written: string) {
  const title = written.replace(/^[\s\-\u2013\u2014:|.)\]]+|[\s\-\u2013\u2014:|([]+$/gu, '')
  if (title === '' || Number(seconds) > 59) return []
  return [{ title, startTime: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) }]
}
