import { useEffect } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

const KEYS = {
  i: 'start_here',
  o: 'end_here',
  a: 'add_range',
  d: 'download',
  j: 'slower',
  k: 'pause',
  l: 'faster',
  ',': 'frame_back',
  '.': 'frame_forward',
  '?': 'keys',
  ' ': 'preview',
} as const

export type PanelKey = (typeof KEYS)[keyof typeof KEYS] | 'undo' | 'redo'

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

const TIME_FIELD = '.time-entry'
const TYPING_SELECTOR = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Elements in which Space has a meaning of its own. */
const PRESSED_BY_SPACE =
  'button, a[href], summary, video, [role="button"], [role="menuitem"], [role="tab"], [role="switch"]'
const ABOVE_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Action of a key on the result page; null in text fields and dialogs, and where Space presses the focused element. */
export function panelKey(event: Press): PanelKey | null {
  if (event.altKey) return null
  const isIn = (selector: string): boolean => (event.target as Partial<Element> | null)?.closest?.(selector) != null
  if (isIn(ABOVE_THE_PAGE)) return null
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    // In other fields the browser undoes what was typed.
    if (isIn(TYPING_SELECTOR) && !isIn(TIME_FIELD)) return null
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
    return key === 'y' ? 'redo' : null
  }
  if (isIn(TYPING_SELECTOR) || (key === ' ' && isIn(PRESSED_BY_SPACE))) return null
  return Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : null
}

/** Actions that repeat while their key is held. */
const REPEATING_KEYS: readonly PanelKey[] = ['frame_back', 'frame_forward', 'undo', 'redo']

/** Handles the keys wherever the focus is, unless an element has handled the key itself. */
export function usePanelKeys(acts: Record<PanelKey, () => void>): void {
  const latest = useLatest(acts)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      const key = panelKey(event)
      if (key === null || (event.repeat && !REPEATING_KEYS.includes(key))) return
      event.preventDefault()
      latest.current[key]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [latest])
}
