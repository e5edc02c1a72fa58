import type { Receipt as ClipReceipt, Download } from '@kerf/contract/download'
import { clipReceiptWords as words } from '#messages/tool.ts'
import { receiptParts } from '../data/downloads/receipt-lines.ts'
import { nearTimeWords } from '../data/formatting/dates.ts'
import { LOCALE } from '../data/formatting/interface-locale.ts'
import { Countdown } from './Countdown.tsx'
import './clip-receipt.css'

interface ReceiptProps {
  label: string
  download: Download
}

/** How exact the clip is and what it took; what opens from the clip's row, at the full width of the grid. */
export function Receipt({ label, download }: ReceiptProps) {
  const { receipt, expiresAt, format } = download
  return (
    <>
      <div className="receipt-head">
        <p>
          <span>
            <b>{label}.</b> {receipt && whatWasDone(receipt, format)}
          </span>
        </p>
        <p>
          {expiresAt && (
            <span>
              {words.available(nearTimeWords(new Date(expiresAt), new Date(), LOCALE))} <Countdown until={expiresAt} />{' '}
              {words.fromNow}
            </span>
          )}
        </p>
      </div>
      {receipt && receipt.frames > 0 && <FrameBar receipt={receipt} />}
      {receipt && (
        <div className="receipt-parts">
          {receiptParts(receipt).map(({ title, lines }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
            <div key={title} role="group" aria-label={title}>
              <p className="text-small font-[650]">{title}</p>
              <dl>
                {lines.map(({ term, value, frames }) => (
                  <div key={term}>
                    <dt data-frames={frames}>{term}</dt>
                    <dd className="time">{value}</dd>
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

function whatWasDone({ way }: ClipReceipt, format: Download['format']): string {
  return format === 'original' && way === 'transcoded' ? words.originalReencoded : words.ways[way]
}

/** Copied frames in ink, rebuilt ones paler, in proportion; what is there at all stays visible. */
function FrameBar({ receipt }: { receipt: ClipReceipt }) {
  return (
    <div className="receipt-bar" aria-hidden="true">
      {receipt.framesReencoded > 0 && <i data-rebuilt style={{ flexGrow: receipt.framesReencoded }} />}
      {receipt.framesCopied > 0 && <i style={{ flexGrow: receipt.framesCopied }} />}
    </div>
  )
}
