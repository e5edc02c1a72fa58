import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { ProgressBar } from '@kerf/ui/ProgressBar'
import { processingWords as words } from '#messages/clips/tool.ts'
import { useStalled } from '../../browser/use-stalled.ts'
import { percentWords } from '../../data/formatting/numbers.ts'
import type { Stage } from './trickle.ts'

interface ProcessingDialogProps {
  percent: number
  stage: Stage
  onCancel: () => void
}

export function ProcessingDialog({ percent, stage, onCancel }: ProcessingDialogProps) {
  // How long a source takes to answer is not known beforehand, so no time left is said. The bar itself never stands still.
  const overdue = useStalled(stage)
  return (
    <Dialog title={words.title} text={words.text} onDismiss={onCancel}>
      <div className="mt-7">
        <ProgressBar percent={percent} label={words.title} />
      </div>
      <div className="mt-4 flex justify-between text-lead">
        <span className="time" translate="no">
          {percentWords(percent)}
        </span>
        {overdue && <span className="text-ink-2">{words.slow}</span>}
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
