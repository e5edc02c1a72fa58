import { useCallback, useState } from 'react'
import { messages } from '#messages/messages.ts'
import { toasts } from '../../app/toasts.ts'

/** Opens and closes the preview, says so, and brings the player on screen when it opens. */
export function usePreview(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(false)
  const toggle = useCallback(() => {
    setOpen(!open)
    toasts.show({ title: open ? messages.trim.closedTitle : messages.trim.openedTitle })
    if (!open) document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return { open, toggle }
}
