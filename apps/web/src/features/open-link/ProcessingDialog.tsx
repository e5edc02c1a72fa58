import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { ProgressBar } from '@kerf/ui/ProgressBar'
import { processingWords as words } from '#messages/clips/tool.ts'
import { useStalled } from '../../browser/use-stalled.ts'
import { formatPercent } from '../../data/formatting/numbers.ts'
import type { Stage } from './trickle.ts'

interface ProcessingDialogProps {
  percent: number
  stage: Stage
  onCancel: () => void
}

export function ProcessingDialog({ percent, stage, onCancel }: ProcessingDialogProps) {
  // The time that a source needs is unknown, so the dialog shows no remaining time. Its bar always moves.
  const isOverdue = useStalled(stage)
  return (
    <Dialog title={words.title} text={words.text} onDismiss={onCancel}>
      <div className="mt-7">
        <ProgressBar percent={percent} label={words.title} />
      </div>
      <div className="mt-4 flex justify-between text-lead">
        <span className="time" translate="no">
          {formatPercent(percent)}
        </span>
        {isOverdue && <span className="text-ink-2">{words.slow}</span>}
      </div>
      <p className="mt-1 text-small text-ink-2" aria-live="polite">
        {words.stages[stage]}
      </p>
      <div className="mt-5 flex justify-end">
        <Button variant="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
