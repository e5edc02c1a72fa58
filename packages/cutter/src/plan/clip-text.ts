import type { MediaChapter, SubtitleCue } from '../api/subtitles.ts'
import { MAX_CHAPTERS, MAX_CUES, toClipTime } from '../api/subtitles.ts'
import type { TimeRange } from '../api/time-range.ts'
import { MAX_CUE_LENGTH, MAX_TITLE_LENGTH, plainLine, plainLines } from '../demux/common/plain-text.ts'
import type { CutTask } from './cut-task.ts'
import { shownRanges } from './plan-facts.ts'

/** The cues and chapters of a clip, on the clip's timeline. */
export interface ClipText {
  /** Start and end of the clip's ranges on the media's timeline. */
  ranges: TimeRange[]
  /** Cues in order; they may overlap. null: none were requested. */
  cues: SubtitleCue[] | null
  /** Chapters in order; null: none were requested. */
  chapters: MediaChapter[] | null
}

/** Maximum number of overlapping cues that are shown together. The oldest ones are dropped. */
const MAX_SIMULTANEOUS_CUES = 6
/** Times this close are equal, because times are rounded where ranges join. */
const TIME_TOLERANCE_SECONDS = 1e-6

export function clipText({ request, video, audio }: CutTask): ClipText {
  const ranges = shownRanges(video, audio)
  const extras = request.kind === 'video' || request.kind === 'original' ? request : null
  return {
    ranges: ranges,
    cues: extras?.subtitles ? clipCues(extras.subtitles.cues, ranges) : null,
    chapters: extras?.chapters ? clipChapters(extras.chapters, ranges) : null,
  }
}

function clipCues(cues: readonly SubtitleCue[], shownRanges: readonly TimeRange[]): SubtitleCue[] {
  const plainCues = cues.flatMap((cue) => {
    const text = plainLines(cue.text, MAX_CUE_LENGTH)
    return text ? [{ startTime: cue.startTime, endTime: cue.endTime, text }] : []
  })
  const sortedCues = toClipTime(plainCues, shownRanges, MAX_CUES).toSorted((a, b) => a.startTime - b.startTime)
  return mergeTouching(sortedCues, ({ text }) => text)
}

function clipChapters(chapters: readonly MediaChapter[], shownRanges: readonly TimeRange[]): MediaChapter[] {
  const plainChapters = chapters.map(({ startTime, endTime, title }) => ({
    startTime,
    endTime,
    title: plainLine(title, MAX_TITLE_LENGTH),
  }))
  return mergeTouching(toClipTime(plainChapters, shownRanges, MAX_CHAPTERS), ({ title }) => title)
}

/**
 * Merges a cue or chapter with the next one if they touch and have the same text, for example where two ranges meet.
 */
function mergeTouching<Part extends TimeRange>(parts: readonly Part[], nameOf: (part: Part) => string): Part[] {
  const joinedParts: Part[] = []
  for (const part of parts) {
    const previous = joinedParts.at(-1)
    const hasSameText = previous && nameOf(previous) === nameOf(part) && areTouching(previous, part)
    if (hasSameText) previous.endTime = Math.max(previous.endTime, part.endTime)
    else joinedParts.push({ ...part })
  }
  return joinedParts
}

function areTouching({ endTime }: TimeRange, { startTime }: TimeRange): boolean {
  return Math.abs(endTime - startTime) < TIME_TOLERANCE_SECONDS
}

/**
 * Merges overlapping cues, for formats that show one text at a time. While several cues are shown, their texts are
 * joined by newlines, the oldest first.
 */
export function mergeOverlappingCues(cues: readonly SubtitleCue[]): SubtitleCue[] {
  const borders = [...new Set(cues.flatMap(({ startTime, endTime }) => [startTime, endTime]))].sort((a, b) => a - b)
  const sortedCues = cues.toSorted((a, b) => a.startTime - b.startTime)
  const mergedCues: SubtitleCue[] = []
  let activeCues: SubtitleCue[] = []
  let nextIndex = 0
  for (const [index, startTime] of borders.entries()) {
    while (sortedCues[nextIndex] && sortedCues[nextIndex]!.startTime <= startTime)
      activeCues.push(sortedCues[nextIndex++]!)
    activeCues = activeCues.filter(({ endTime }) => endTime > startTime).slice(-MAX_SIMULTANEOUS_CUES)
    const endTime = borders[index + 1]
    if (endTime === undefined || activeCues.length === 0) continue
    const text = [...new Set(activeCues.map((cue) => cue.text))].join('\n')
    mergedCues.push({ startTime, endTime, text })
  }
  return mergeTouching(mergedCues, ({ text }) => text)
}
