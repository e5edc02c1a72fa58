import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { adminWords } from '#messages/admin.ts'

interface ConfirmBlockProps {
  title: string
  /** What will happen. */
  text: string
  confirm: string
  running: boolean
  onConfirm: () => void
  onClose: () => void
  returnFocusTo: () => HTMLElement | null
}

/** Asks before what was finished is deleted. Cancel comes first, for whoever presses Enter without reading. */
export function ConfirmBlock({ title, text, confirm, running, onConfirm, onClose, returnFocusTo }: ConfirmBlockProps) {
  return (
    <Dialog title={title} text={text} onDismiss={() => !running && onClose()} returnFocusTo={returnFocusTo}>
      <div className="dialog-buttons">
        <Button variant="quiet" aria-disabled={running || undefined} onClick={() => !running && onClose()}>
          {adminWords.cancel}
        </Button>
        <Button aria-disabled={running || undefined} onClick={() => !running && onConfirm()}>
          {running ? adminWords.working : confirm}
        </Button>
      </div>
    </Dialog>
  )
}
