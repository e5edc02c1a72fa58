import type { Receipt } from '@kerf/contract/download'
import { formatTimecode } from '@kerf/domain/timecode'
import { messages } from '#messages/messages.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { megabytes } from '../../formatting/size.ts'

export interface ReceiptLine {
  term: string
  figures: string
}

/** What the clip is, how exact it is, and what it took. */
export interface ReceiptPart {
  title: string
  lines: ReceiptLine[]
}

const words = messages.receipt

/** The figures of a receipt as people read them; what a clip does not have, such as frames of sound alone, is left out. */
export function receiptParts(receipt: Receipt, locale: string = LOCALE): ReceiptPart[] {
  const number = new Intl.NumberFormat(locale)
  const hasFrames = receipt.frames > 0
  const frames = (amount: number): string | null => (hasFrames ? number.format(amount) : null)
  const parts = [
    part(words.clip, [
      [words.frames, frames(receipt.frames)],
      [words.firstFrame, timeOf(receipt.firstFrameSeconds)],
      [words.lastFrame, timeOf(receipt.lastFrameSeconds)],
      [words.length, timeOf(receipt.durationSeconds)],
    ]),
    part(words.exactness, [
      [words.copied, frames(receipt.framesCopied)],
      [words.encoded, frames(receipt.framesReencoded)],
      [words.sound, receipt.soundOffsetMilliseconds === null ? null : offset(receipt.soundOffsetMilliseconds)],
    ]),
    part(words.effort, [
      [words.fetched, `${megabytes(receipt.bytesFetched)} MB`],
      [words.took, `${(receipt.wallMilliseconds / 1000).toFixed(1)} s`],
    ]),
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

function part(title: string, lines: readonly (readonly [term: string, figures: string | null])[]): ReceiptPart {
  return { title, lines: lines.flatMap(([term, figures]) => (figures === null ? [] : [{ term, figures }])) }
}

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : formatTimecode(seconds, 3))

/** Without a minus before nothing. */
const offset = (milliseconds: number): string => `${(Math.round(milliseconds * 10) / 10 + 0).toFixed(1)} ms`
