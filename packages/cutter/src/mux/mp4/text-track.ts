import type { MediaChapter, SubtitleCue } from '../../api/subtitles.ts'
import type { TimeRange } from '../../api/time-range.ts'
import { box, u16, u32, zeros } from '../../bitstream/mp4-boxes.ts'
import { isSideways, turnOfMatrix } from '../../bitstream/turn.ts'
import type { ClipPacket, ClipTrack } from '../../supply/clip-track.ts'
import { truncatedUtf8, UPRIGHT_MATRIX } from './movie-header.ts'

/** Ticks per second. A tick is a tenth of a millisecond, and 32 bits are enough for days. */
const TEXT_TIMESCALE = 10_000
const MAX_TEXT_BYTES = 0xffff
const EMPTY_SAMPLE = Buffer.alloc(2)
/** Box that marks the title of a chapter as UTF-8. */
const UTF8_MARKER = box('encd', u32(0x100))

// Layout of subtitles, as fractions of the frame's height or shorter side. Text is readable on a phone.
const SUBTITLE_AREA_HEIGHT_SHARE = 0.2
const BOTTOM_MARGIN_SHARE = 0.05
const LETTER_HEIGHT_SHARE = 0.05
const CENTRE_ALIGNMENT = 1
const BOTTOM = -1
const WHITE = 0xffffffff
const TRANSPARENT = 0
const FONT_ID = 1
const FONT_NAME = Buffer.from('Sans-Serif')
const MAX_LETTER_SIZE = 255

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
  const subtitleBox = subtitleBoxOf(display)
  const letterSize = Math.min(
    MAX_LETTER_SIZE,
    Math.round(LETTER_HEIGHT_SHARE * Math.min(subtitleBox.frameWidth, subtitleBox.frameHeight)),
  )
  return {
    ...textTrack('subtitles', cues, durationSeconds, ({ text }) => textSample(text)),
    sampleEntry: () => textSampleEntry('tx3g', { ...subtitleBox, letterSize }),
    display: subtitleBox,
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
    ...textTrack('chapters', timedChapters, durationSeconds, ({ title }) =>
      Buffer.concat([textSample(title), UTF8_MARKER]),
    ),
    sampleEntry: () => textSampleEntry('text', { width: 0, height: 0, letterSize: 0 }),
    display: null,
  }
}

function textTrack<TimedText extends TimeRange>(
  kind: ClipTrack['kind'],
  texts: readonly TimedText[],
  durationSeconds: number,
  dataOf: (text: TimedText) => Buffer,
): Pick<ClipTrack, 'kind' | 'timescale' | 'endTick' | 'packets'> {
  const endTick = Math.round(durationSeconds * TEXT_TIMESCALE)
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    let shownTo = 0
    for (const text of texts) {
      const from = Math.max(shownTo, Math.round(text.startTime * TEXT_TIMESCALE))
      const to = Math.min(endTick, Math.round(text.endTime * TEXT_TIMESCALE))
      if (to <= from) continue
      if (from > shownTo) yield { pts: shownTo, isSync: true, data: EMPTY_SAMPLE }
      yield { pts: from, isSync: true, data: dataOf(text) }
      shownTo = to
    }
    if (shownTo > 0 && shownTo < endTick) yield { pts: shownTo, isSync: true, data: EMPTY_SAMPLE }
  }
  return { kind, timescale: TEXT_TIMESCALE, endTick, packets: packets() }
}

/** Maximum number of packets in a text track. There may be an empty packet before each text and after the last one. */
export function maxTextPackets(texts: number): number {
  return 2 * texts + 1
}

function textSample(text: string): Buffer {
  const bytes = truncatedUtf8(text, MAX_TEXT_BYTES)
  return Buffer.concat([u16(bytes.length), bytes])
}

/** Position of the subtitle box at the bottom of the upright frame. */
function subtitleBoxOf({ width, height, matrix }: Display) {
  const [frameWidth, frameHeight] = isSideways(turnOfMatrix(matrix)) ? [height, width] : [width, height]
  const boxHeight = Math.round(SUBTITLE_AREA_HEIGHT_SHARE * frameHeight)
  const boxMatrix = Buffer.from(UPRIGHT_MATRIX)
  boxMatrix.writeInt32BE(Math.round(frameHeight * (1 - BOTTOM_MARGIN_SHARE) - boxHeight) * 0x10000, 28)
  return { frameWidth, frameHeight, width: frameWidth, height: boxHeight, matrix: boxMatrix }
}

function textSampleEntry(
  type: 'tx3g' | 'text',
  { width, height, letterSize }: { width: number; height: number; letterSize: number },
): Buffer {
  const dataReference = 1
  const justification = Buffer.alloc(2)
  justification.writeInt8(CENTRE_ALIGNMENT, 0)
  justification.writeInt8(BOTTOM, 1)
  const textBox = u16(0, 0, height, width)
  const style = Buffer.concat([u16(0, 0, FONT_ID), Buffer.of(0, letterSize), u32(WHITE)])
  const fonts = box('ftab', u16(1, FONT_ID), Buffer.of(FONT_NAME.length), FONT_NAME)
  const formatFields = [u32(0), justification, u32(TRANSPARENT), textBox, style, fonts]
  return box(type, zeros(6), u16(dataReference), ...formatFields)
}
