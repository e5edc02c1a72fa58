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
const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** Space presses these, or means something of its own in them. */
const PRESSED_BY_SPACE =
  'button, a[href], summary, video, [role="button"], [role="menuitem"], [role="tab"], [role="switch"]'
const ABOVE_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** What a key means on the result's screen, or null: while somebody types, in a dialog, or when it would press what is focused. */
export function panelKey(event: Press): PanelKey | null {
  if (event.altKey) return null
  const isIn = (selector: string): boolean => (event.target as Partial<Element> | null)?.closest?.(selector) != null
  if (isIn(ABOVE_THE_PAGE)) return null
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    // In other fields the browser undoes what was typed.
    if (isIn(TYPING) && !isIn(TIME_FIELD)) return null
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
    return key === 'y' ? 'redo' : null
  }
  if (isIn(TYPING) || (key === ' ' && isIn(PRESSED_BY_SPACE))) return null
  return Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : null
}

/** Keys that do the same again for as long as they are held. */
const HELD: readonly PanelKey[] = ['frame_back', 'frame_forward', 'undo', 'redo']

/** The keys work wherever the focus is, as in an editing program; what has a use of its own for one takes it first. */
export function usePanelKeys(acts: Record<PanelKey, () => void>): void {
  const latest = useLatest(acts)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      const key = panelKey(event)
      if (key === null || (event.repeat && !HELD.includes(key))) return
      event.preventDefault()
      latest.current[key]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [latest])
}
