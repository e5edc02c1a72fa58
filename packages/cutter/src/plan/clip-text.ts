import type { MediaChapter, SubtitleCue } from '../api/subtitles.ts'
import { MOST_CHAPTERS, MOST_CUES, toClipTime } from '../api/subtitles.ts'
import type { TimeRange } from '../api/time-range.ts'
import { LONGEST_CUE, LONGEST_TITLE, plainLine, plainLines } from '../demux/common/plain-text.ts'
import type { CutTask } from './cut-task.ts'
import { shownRanges } from './plan-facts.ts'

/** The text of a clip, on the clip's timeline. */
export interface ClipText {
  /** Where the clip's ranges begin and end on the media's timeline. */
  shown: TimeRange[]
  /** In order; they may overlap. null: none were requested. */
  cues: SubtitleCue[] | null
  /** In order; null: none were requested. */
  chapters: MediaChapter[] | null
}

/** Of cues that overlap, no more are shown at once: the oldest goes. */
const MOST_AT_ONCE = 6
/** Times are rounded where ranges join. */
const SAME_TIME_SECONDS = 1e-6

export function clipText({ request, video, audio }: CutTask): ClipText {
  const shown = shownRanges(video, audio)
  const extras = request.kind === 'video' || request.kind === 'original' ? request : null
  return {
    shown,
    cues: extras?.subtitles ? clipCues(extras.subtitles.cues, shown) : null,
    chapters: extras?.chapters ? clipChapters(extras.chapters, shown) : null,
  }
}

function clipCues(cues: readonly SubtitleCue[], shown: readonly TimeRange[]): SubtitleCue[] {
  const plain = cues.flatMap((cue) => {
    const text = plainLines(cue.text, LONGEST_CUE)
    return text ? [{ startTime: cue.startTime, endTime: cue.endTime, text }] : []
  })
  const inOrder = toClipTime(plain, shown, MOST_CUES).toSorted((a, b) => a.startTime - b.startTime)
  return rejoined(inOrder, ({ text }) => text)
}

function clipChapters(chapters: readonly MediaChapter[], shown: readonly TimeRange[]): MediaChapter[] {
  const plain = chapters.map(({ startTime, endTime, title }) => ({
    startTime,
    endTime,
    title: plainLine(title, LONGEST_TITLE),
  }))
  return rejoined(toClipTime(plain, shown, MOST_CHAPTERS), ({ title }) => title)
}

/** What the border of two ranges has cut in two is one again. */
function rejoined<Part extends TimeRange>(parts: readonly Part[], nameOf: (part: Part) => string): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const isSame = before && nameOf(before) === nameOf(part) && touches(before, part)
    if (isSame) before.endTime = Math.max(before.endTime, part.endTime)
    else joined.push({ ...part })
  }
  return joined
}

function touches(before: TimeRange, { startTime }: TimeRange): boolean {
  return Math.abs(before.endTime - startTime) < SAME_TIME_SECONDS
}

/**
 * The same text without overlaps: while several cues are shown, their lines stand below each other, the oldest first.
 * For formats that show one text at a time.
 */
export function stackedCues(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const borders = [...new Set(cues.flatMap(({ startTime, endTime }) => [startTime, endTime]))].sort((a, b) => a - b)
  const starting = cues.toSorted((a, b) => a.startTime - b.startTime)
  const stacked: SubtitleCue[] = []
  let active: SubtitleCue[] = []
  let next = 0
  for (const [index, startTime] of borders.entries()) {
    while (starting[next] && starting[next]!.startTime <= startTime) active.push(starting[next++]!)
    active = active.filter(({ endTime }) => endTime > startTime).slice(-MOST_AT_ONCE)
    const endTime = borders[index + 1]
    if (endTime === undefined || active.length === 0) continue
    const text = [...new Set(active.map((cue) => cue.text))].join('\n')
    stacked.push({ startTime, endTime, text })
  }
  return rejoined(stacked, ({ text }) => text)
}
