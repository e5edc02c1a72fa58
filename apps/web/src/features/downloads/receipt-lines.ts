import type { Receipt } from '@kerf/contract/download'
import { formatTimecode } from '@kerf/domain/timecode'
import { messages } from '#messages/messages.ts'
import { withDecimals } from '../../formatting/figures.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { megabytes } from '../../formatting/size.ts'

export interface ReceiptLine {
  term: string
  figures: string
}

const words = messages.receipt

/** The figures of a receipt as people read them; what a clip does not have, such as frames of sound alone, is left out. */
export function receiptLines(receipt: Receipt, locale: string = LOCALE): ReceiptLine[] {
  const count = new Intl.NumberFormat(locale)
  const lines: (ReceiptLine | null)[] = [
    receipt.frames > 0 ? { term: words.frames, figures: count.format(receipt.frames) } : null,
    receipt.firstFrameSeconds !== null && receipt.lastFrameSeconds !== null
      ? {
          term: words.firstLast,
          figures: `${formatTimecode(receipt.firstFrameSeconds, 3)}, ${formatTimecode(receipt.lastFrameSeconds, 3)}`,
        }
      : null,
    receipt.frames > 0
      ? {
          term: words.copiedEncoded,
          figures: `${count.format(receipt.framesCopied)}, ${count.format(receipt.framesReencoded)}`,
        }
      : null,
    receipt.soundOffsetMilliseconds !== null
      ? {
          term: words.sound,
          figures: `${withDecimals(withoutMinusZero(receipt.soundOffsetMilliseconds), 1, locale)} ms`,
        }
      : null,
    { term: words.length, figures: formatTimecode(receipt.durationSeconds, 3) },
    { term: words.fetched, figures: `${megabytes(receipt.bytesFetched, locale)} MB` },
    { term: words.took, figures: `${withDecimals(receipt.wallMilliseconds / 1000, 1, locale)} s` },
  ]
  return lines.filter((line) => line !== null)
}

function withoutMinusZero(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10 + 0
}
