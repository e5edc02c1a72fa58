import type { Receipt as ClipReceipt, Download } from '@kerf/contract/download'
import { clipReceiptWords as words } from '#messages/clips/receipt.ts'
import { noteSentences, processingSentence, receiptParts } from '../data/downloads/receipt-lines.ts'
import { formatNearTime } from '../data/formatting/dates.ts'
import { LOCALE } from '../data/formatting/interface-locale.ts'
import { Countdown } from './Countdown.tsx'
import './clip-receipt.css'
import { serverDate } from '../browser/server-clock.ts'

interface ReceiptProps {
  label: string
  download: Pick<Download, 'receipt' | 'expiresAt' | 'format' | 'crop' | 'maxBytes' | 'fade'>
}

/**
 * Receipt of a clip: how exact it is and what it took. It opens below the clip's row, at the full width of the grid.
 */
export function Receipt({ label, download }: ReceiptProps) {
  const { receipt, expiresAt } = download
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 text-small text-ink-2">
        <p>
          <b className="text-ink">{label}.</b>{' '}
          {receipt && [processingSentence(receipt, download), ...noteSentences(receipt)].join(' ')}
        </p>
        <p>
          {expiresAt && (
            <>
              {words.available(formatNearTime(new Date(expiresAt), serverDate(), LOCALE))}{' '}
              <Countdown until={expiresAt} /> {words.fromNow}
            </>
          )}
        </p>
      </div>
      {receipt && receipt.frames > 0 && <FrameBar receipt={receipt} />}
      {receipt && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-x-10 gap-y-3.5">
          {receiptParts(receipt).map(({ title, lines }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
            <div key={title} role="group" aria-label={title}>
              <p className="text-small font-[650]">{title}</p>
              <dl>
                {lines.map(({ term, value, frames }) => (
                  <div
                    key={term}
                    className="flex items-baseline justify-between gap-3 border-line py-[5px] not-first:border-t"
                  >
                    <dt className="text-small text-ink-2" data-frames={frames}>
                      {term}
                    </dt>
                    <dd className="time text-[0.9375rem]">{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Bar that shows the proportion of copied frames, in ink, and re-encoded frames, paler. Even a few frames are visible.
 */
function FrameBar({ receipt }: { receipt: ClipReceipt }) {
  return (
    <div className="receipt-bar mb-3.5 flex h-2.5 gap-(--kerf)" aria-hidden="true">
      {receipt.framesReencoded > 0 && <i data-rebuilt style={{ flexGrow: receipt.framesReencoded }} />}
      {receipt.framesCopied > 0 && <i style={{ flexGrow: receipt.framesCopied }} />}
    </div>
  )
}
