import type { TimeRange } from './time-range.ts'

/** Text shown from `startTime` to `endTime`. Plain text: lines are separated by a newline. */
export interface SubtitleCue extends TimeRange {
  text: string
}

/** A named part of the media. */
export interface MediaChapter extends TimeRange {
  title: string
}

/** How burned-in subtitles look: white with an outline, white on a dark box, yellow with an outline. */
export type BurnedStyle = 'outline' | 'box' | 'yellow'

/** Subtitles for a clip. Cues are on the media's timeline, in order; the cutter moves them to the clip's. */
export type ClipSubtitles = {
  cues: readonly SubtitleCue[]
  /** BCP 47; `und` if unknown. */
  language: string
} & ({ as: 'track' } | { as: 'burned'; style: BurnedStyle })

/** Of more cues and chapters than these the first ones are taken. Text tracks of more bytes are refused. */
export const MOST_CUES = 50_000
export const MOST_CHAPTERS = 1_000
export const MOST_CAPTION_BYTES = 8 * 1024 * 1024

/**
 * What is shown in a clip of these ranges, on the clip's timeline: in order, cut at the edges of each range, repeated where
 * ranges overlap.
 * @param shown where each range of the clip begins and ends on the media's timeline, in the clip's order (CutReceipt.shown)
 * @param most further ones are left out
 */
export function toClipTime<Part extends TimeRange>(
  parts: readonly Part[],
  shown: readonly TimeRange[],
  most = Infinity,
): Part[] {
  let clipTime = 0
  const moved: Part[] = []
  for (const { startTime, endTime } of shown) {
    for (const part of parts) {
      const from = Math.max(part.startTime, startTime)
      const to = Math.min(part.endTime, endTime)
      if (to > from && moved.length < most)
        moved.push({ ...part, startTime: clipTime + from - startTime, endTime: clipTime + to - startTime })
    }
    clipTime += endTime - startTime
  }
  return moved
}
