import type { User } from '@kerf/contract/auth'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { adminWords } from '#messages/admin.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { actionsButtonId } from './UserActionsMenu.tsx'

interface DeleteUserDialogProps {
  user: User
  running: boolean
  onConfirm: () => void
  onClose: () => void
}

const words = adminWords.users

/** Asks before an account is gone. Cancel comes first, for whoever presses Enter without reading. */
export function DeleteUserDialog({ user, running, onConfirm, onClose }: DeleteUserDialogProps) {
  return (
    <Dialog
      title={words.deleteTitle}
      text={words.deleteText(displayName(user))}
      onDismiss={() => !running && onClose()}
      // The row may be gone with its button; the search is what one does next.
      returnFocusTo={() => document.getElementById(actionsButtonId(user.id)) ?? document.getElementById(USER_SEARCH_ID)}
    >
      <div className="dialog-buttons">
        <Button variant="quiet" aria-disabled={running || undefined} onClick={() => !running && onClose()}>
          {adminWords.cancel}
        </Button>
        <Button aria-disabled={running || undefined} onClick={onConfirm}>
          {running ? words.deleting : words.deleteConfirm}
        </Button>
      </div>
    </Dialog>
  )
}

export const USER_SEARCH_ID = 'user-search'
