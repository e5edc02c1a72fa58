import { useCallback, useState } from 'react'
import { toolWords } from '#messages/tool.ts'
import { toasts } from '../../../data/feedback/toasts.ts'

/** Opens and closes the preview, says so, and brings the player on screen when it opens. */
export function usePreview(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(false)
  const toggle = useCallback(() => {
    setOpen(!open)
    toasts.show({ title: open ? toolWords.trim.closedTitle : toolWords.trim.openedTitle })
    if (!open) document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return { open, toggle }
}
