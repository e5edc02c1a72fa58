import type { MediaChapter, SubtitleCue } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { box, u16, u32, zeros } from '../../bitstream/mp4-boxes.ts'
import { isLying, turnOfMatrix } from '../../bitstream/turn.ts'
import type { ClipPacket, ClipTrack } from '../../supply/clip-track.ts'
import { textWithin, UPRIGHT } from './movie-header.ts'

/** Ticks per second. A tick is a tenth of a millisecond, and 32 bits are enough for days. */
const TEXT_TIMESCALE = 10_000
const LONGEST_TEXT_BYTES = 0xffff
const EMPTY = Buffer.alloc(2)
/** Box that marks the title of a chapter as UTF-8. */
const IS_UTF8 = box('encd', u32(0x100))

/** Height of the subtitle box, bottom margin and letter height, as shares of the frame. Text is readable on a phone. */
const BOX_HEIGHT = 0.2
const MARGIN = 0.05
const LETTER_HEIGHT = 0.05
const CENTRE = 1
const BOTTOM = -1
const WHITE = 0xffffffff
const TRANSPARENT = 0
const FONT = 1
const FONT_NAME = Buffer.from('Sans-Serif')
const LARGEST_LETTERS = 255

type Display = NonNullable<ClipTrack['display']>

export interface TextTrackInput {
  durationSeconds: number
  /** BCP 47. */
  language: string
  /** Size and matrix of the video. */
  display: Display
}

/** Builds a track of 3GPP timed text (tx3g, also called mov_text). @param cues in order, without overlaps */
export function subtitleTrack(cues: readonly SubtitleCue[], { durationSeconds, language, display }: TextTrackInput) {
  const place = placeOf(display)
  const letters = Math.min(LARGEST_LETTERS, Math.round(LETTER_HEIGHT * Math.min(place.frameWidth, place.frameHeight)))
  return {
    ...textTrack('subtitles', cues, durationSeconds, ({ text }) => sample(text)),
    sampleEntry: () => textSampleEntry('tx3g', { ...place, letters }),
    display: place,
    language,
  } satisfies ClipTrack
}

/** Builds a QuickTime chapter track, to which the video track refers. Each chapter lasts until the next one begins. */
export function chapterTrack(chapters: readonly MediaChapter[], durationSeconds: number): ClipTrack {
  const timedChapters = chapters.map((chapter, index) => ({
    ...chapter,
    endTime: chapters[index + 1]?.startTime ?? durationSeconds,
  }))
  return {
    ...textTrack('chapters', timedChapters, durationSeconds, ({ title }) => Buffer.concat([sample(title), IS_UTF8])),
    sampleEntry: () => textSampleEntry('text', { width: 0, height: 0, letters: 0 }),
    display: null,
  }
}

function textTrack<Part extends TimeRange>(
  kind: ClipTrack['kind'],
  parts: readonly Part[],
  durationSeconds: number,
  dataOf: (part: Part) => Buffer,
): Pick<ClipTrack, 'kind' | 'timescale' | 'endTick' | 'packets'> {
  const endTick = Math.round(durationSeconds * TEXT_TIMESCALE)
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    let shownTo = 0
    for (const part of parts) {
      const from = Math.max(shownTo, Math.round(part.startTime * TEXT_TIMESCALE))
      const to = Math.min(endTick, Math.round(part.endTime * TEXT_TIMESCALE))
      if (to <= from) continue
      if (from > shownTo) yield { pts: shownTo, isSync: true, data: EMPTY }
      yield { pts: from, isSync: true, data: dataOf(part) }
      shownTo = to
    }
    if (shownTo > 0 && shownTo < endTick) yield { pts: shownTo, isSync: true, data: EMPTY }
  }
  return { kind, timescale: TEXT_TIMESCALE, endTick, packets: packets() }
}

/** Most packets of a text track. There may be an empty packet before each text and after the last one. */
export function mostTextPackets(texts: number): number {
  return 2 * texts + 1
}

function sample(text: string): Buffer {
  const bytes = textWithin(text, LONGEST_TEXT_BYTES)
  return Buffer.concat([u16(bytes.length), bytes])
}

/** Position of the subtitle box at the bottom of the upright frame. */
function placeOf({ width, height, matrix }: Display) {
  const [frameWidth, frameHeight] = isLying(turnOfMatrix(matrix)) ? [height, width] : [width, height]
  const boxHeight = Math.round(BOX_HEIGHT * frameHeight)
  const boxMatrix = Buffer.from(UPRIGHT)
  boxMatrix.writeInt32BE(Math.round(frameHeight * (1 - MARGIN) - boxHeight) * 0x10000, 28)
  return { frameWidth, frameHeight, width: frameWidth, height: boxHeight, matrix: boxMatrix }
}

function textSampleEntry(
  type: 'tx3g' | 'text',
  { width, height, letters }: { width: number; height: number; letters: number },
): Buffer {
  const dataReference = 1
  const justification = Buffer.alloc(2)
  justification.writeInt8(CENTRE, 0)
  justification.writeInt8(BOTTOM, 1)
  const textBox = u16(0, 0, height, width)
  const style = Buffer.concat([u16(0, 0, FONT), Buffer.of(0, letters), u32(WHITE)])
  const fonts = box('ftab', u16(1, FONT), Buffer.of(FONT_NAME.length), FONT_NAME)
  const look = [u32(0), justification, u32(TRANSPARENT), textBox, style, fonts]
  return box(type, zeros(6), u16(dataReference), ...look)
}
