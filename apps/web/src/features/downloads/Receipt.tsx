import type { Download, Receipt as ReceiptFigures } from '@kerf/contract/download'
import { Collapsible } from '@kerf/ui/Collapsible'
import { messages } from '../../messages/en.ts'
import { receiptLines } from './receipt-lines.ts'

const words = messages.receipt

/** How exact the clip is and what it took, under its own row. */
export function Receipt({ download, onDelete }: { download: Download; onDelete: () => void }) {
  const remove = (
    <button type="button" className="receipt-delete" onClick={onDelete}>
      {messages.downloads.deleteNow}
    </button>
  )
  const { receipt } = download
  if (!receipt) return <div className="receipt flex justify-end">{remove}</div>
  return (
    <Collapsible className="receipt" summary={words.open} beside={remove}>
      <p className="text-small text-ink-2">{words.ways[receipt.way]}</p>
      {receipt.frames > 0 && <FrameBar receipt={receipt} />}
      <dl>
        {receiptLines(receipt).map(({ term, figures }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="time">{figures}</dd>
          </div>
        ))}
      </dl>
    </Collapsible>
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
