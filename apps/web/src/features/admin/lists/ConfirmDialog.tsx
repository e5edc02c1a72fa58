import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { adminWords } from '#messages/admin.ts'

interface ConfirmDialogProps {
  title: string
  /** Consequences of the action. */
  text: string
  /** Text of the button; the title by default. */
  confirm?: string
  /** Text of the button while the action runs. */
  working?: string
  running: boolean
  onConfirm: () => void
  onClose: () => void
  returnFocusTo: () => HTMLElement | null
}

/** Confirms an action that is hard to undo. Cancel is the first button, for people who press Enter without reading. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    text,
    confirm = title,
    working = adminWords.working,
    running,
    onConfirm,
    onClose,
    returnFocusTo,
  } = props
  return (
    <Dialog title={title} text={text} onDismiss={() => !running && onClose()} returnFocusTo={returnFocusTo}>
      <div className="flex flex-wrap gap-2 mt-5">
        <Button variant="quiet" aria-disabled={running || undefined} onClick={() => !running && onClose()}>
          {adminWords.cancel}
        </Button>
        <Button aria-disabled={running || undefined} onClick={() => !running && onConfirm()}>
          {running ? working : confirm}
        </Button>
      </div>
    </Dialog>
  )
}
