import { useEffect } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

export type PanelKey = 'start_here' | 'end_here' | 'preview' | 'frame_back' | 'frame_forward' | 'add_range'

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Space presses these, or means something of its own in them. */
const PRESSED_BY_SPACE =
  'button, a[href], summary, video, [role="button"], [role="menuitem"], [role="tab"], [role="switch"]'
const ABOVE_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** What a key means on the result's screen, or null: while somebody types, in a dialog, or when it would press what is focused. */
export function panelKey(event: Press): PanelKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const isIn = (selector: string): boolean => (event.target as Partial<Element> | null)?.closest?.(selector) != null
  if (isIn(TYPING) || isIn(ABOVE_THE_PAGE)) return null
  switch (event.key) {
    case 'i':
    case 'I':
      return 'start_here'
    case 'o':
    case 'O':
      return 'end_here'
    case 'a':
    case 'A':
      return 'add_range'
    case ',':
      return 'frame_back'
    case '.':
      return 'frame_forward'
    case ' ':
      return isIn(PRESSED_BY_SPACE) ? null : 'preview'
    default:
      return null
  }
}

/** The keys work wherever the focus is, as in an editing program; what has a use of its own for one takes it first. */
export function usePanelKeys(act: (key: PanelKey) => void): void {
  const latest = useLatest(act)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      const key = panelKey(event)
      // Held, Space would open and close the preview as fast as the keyboard repeats.
      if (key === null || (event.repeat && key === 'preview')) return
      event.preventDefault()
      latest.current(key)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [latest])
}
