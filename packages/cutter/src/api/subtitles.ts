import type { TimeRange } from './time-range.ts'

/** Text shown from `startTime` to `endTime`. Plain text: lines are separated by a newline. */
export interface SubtitleCue extends TimeRange {
  text: string
}

/** A named part of the media. */
export interface MediaChapter extends TimeRange {
  title: string
}

/** The look of burned-in subtitles: white with an outline, white on a dark box, yellow with an outline. */
export type BurnedStyle = 'outline' | 'box' | 'yellow'

/** Subtitles for a clip. Cues are on the media's timeline, in order; the cutter moves them to the clip's timeline. */
export type ClipSubtitles = {
  cues: readonly SubtitleCue[]
  /** BCP 47; `und` if unknown. */
  language: string
} & ({ as: 'track' } | { as: 'burned'; style: BurnedStyle })

/** Maximum numbers of cues and chapters in a clip; further ones are left out. Text tracks of more bytes are refused. */
export const MAX_CUES = 50_000
export const MAX_CHAPTERS = 1_000
export const MAX_CAPTION_BYTES = 8 * 1024 * 1024

/**
 * Moves cues or chapters to the clip's timeline: range by range, cut at the edges of each range, repeated where ranges
 * overlap.
 * @param shownRanges actual start and end of each range on the media's timeline, in the clip's order (CutReceipt.shown)
 * @param maxResults largest number of results; further ones are left out
 */
export function toClipTime<Part extends TimeRange>(
  parts: readonly Part[],
  shownRanges: readonly TimeRange[],
  maxResults = Infinity,
): Part[] {
  let clipTime = 0
  const movedParts: Part[] = []
  for (const { startTime, endTime } of shownRanges) {
    for (const part of parts) {
      const from = Math.max(part.startTime, startTime)
      const to = Math.min(part.endTime, endTime)
      if (to > from && movedParts.length < maxResults)
        movedParts.push({ ...part, startTime: clipTime + from - startTime, endTime: clipTime + to - startTime })
    }
    clipTime += endTime - startTime
  }
  return movedParts
}
