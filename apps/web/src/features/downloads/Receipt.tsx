import type { Download, Receipt as ReceiptFigures } from '@kerf/contract/download'
import { CollapsibleContent } from '@kerf/ui/Collapsible'
import { messages } from '#messages/messages.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { momentWords } from '../../formatting/moment.ts'
import { receiptLines } from './receipt-lines.ts'

const words = messages.receipt

interface ReceiptProps {
  label: string
  download: Download
  onDelete: () => void
}

/** How exact the clip is and what it took, opened from its row, at the full width of the grid. */
export function Receipt({ label, download, onDelete }: ReceiptProps) {
  const { receipt, expiresAt } = download
  return (
    <CollapsibleContent className="receipt">
      <div className="receipt-head">
        <p>
          <b>{label}.</b> {receipt && words.ways[receipt.way]}
        </p>
        <p>
          {expiresAt && words.available(momentWords(new Date(expiresAt), new Date(), LOCALE))}
          <button type="button" onClick={onDelete}>
            {words.deleteNow}
          </button>
        </p>
      </div>
      {receipt && receipt.frames > 0 && <FrameBar receipt={receipt} />}
      {receipt && (
        <dl>
          {receiptLines(receipt).map(({ term, figures }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="time">{figures}</dd>
            </div>
          ))}
        </dl>
      )}
    </CollapsibleContent>
  )
}

/** Copied frames in ink, rebuilt ones paler, in proportion; what is there at all stays visible. */
function FrameBar({ receipt }: { receipt: ReceiptFigures }) {
  return (
    <div className="receipt-bar" aria-hidden="true">
      {receipt.framesReencoded > 0 && <i data-rebuilt style={{ flexGrow: receipt.framesReencoded }} />}
      {receipt.framesCopied > 0 && <i style={{ flexGrow: receipt.framesCopied }} />}
    </div>
  )
}
