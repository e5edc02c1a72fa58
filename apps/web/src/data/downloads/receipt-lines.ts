import type { Receipt } from '@kerf/contract/download'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { clipReceiptWords as words } from '#messages/tool.ts'
import { LOCALE } from '../formatting/interface-locale.ts'
import { withDecimals } from '../formatting/numbers.ts'
import { megabytes } from '../formatting/size.ts'

interface ReceiptLine {
  term: string
  value: string
  /** The frames of the bar that the line counts. */
  frames?: 'original' | 'rebuilt' | undefined
}

/** What the clip is, how exact it is, and what it took. */
export interface ReceiptPart {
  title: string
  lines: ReceiptLine[]
}

/** A receipt as text. What a clip does not have is left out, such as the frames of audio alone. */
export function receiptParts(receipt: Receipt, locale: string = LOCALE): ReceiptPart[] {
  const number = new Intl.NumberFormat(locale)
  const hasFrames = receipt.frames > 0
  const frames = (amount: number): string | null => (hasFrames ? number.format(amount) : null)
  const parts = [
    part(words.clip, [
      [words.frames, frames(receipt.frames)],
      [words.firstFrame, timeOf(receipt.firstFrameSeconds)],
      [words.lastFrame, receipt.way === 'still' ? null : timeOf(receipt.lastFrameSeconds)],
      [words.length, receipt.way === 'still' ? null : timeOf(receipt.durationSeconds)],
      [words.audioTrack, receipt.audioTrack ?? null],
      [words.subtitles, receipt.subtitles ? words.subtitlesIn[receipt.subtitles.as](receipt.subtitles.label) : null],
      [words.cues, receipt.subtitles ? number.format(receipt.subtitles.cues) : null],
      [words.chapters, receipt.chapters ? number.format(receipt.chapters) : null],
      [words.leftOut, receipt.leftOut?.map((left) => words.leftOutThings[left]).join(', ') ?? null],
    ]),
    part(words.exactness, [
      [words.copied, frames(receipt.framesCopied), 'original'],
      [words.encoded, frames(receipt.framesReencoded), 'rebuilt'],
      [words.audio, receipt.soundOffsetMilliseconds === null ? null : offset(receipt.soundOffsetMilliseconds, locale)],
    ]),
    part(words.effort, [
      [words.fetched, `${megabytes(receipt.bytesFetched, locale)} MB`],
      [words.took, `${withDecimals(receipt.wallMilliseconds / 1000, 1, locale)} s`],
    ]),
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

type Entry = readonly [term: string, value: string | null, frames?: ReceiptLine['frames']]

function part(title: string, entries: readonly Entry[]): ReceiptPart {
  const lines = entries.flatMap(([term, value, frames]) => (value === null ? [] : [{ term, value, frames }]))
  return { title, lines }
}

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : formatTimecode(seconds, 3))

/** Without a minus before nothing. */
const offset = (milliseconds: number, locale: string): string =>
  `${withDecimals(Math.round(milliseconds * 10) / 10 + 0, 1, locale)} ms`
