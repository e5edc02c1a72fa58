import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RestoredFocus {
  /** What takes the focus: the element whose first button is the next step. */
  refuge: RefObject<HTMLDivElement | null>
  onFocus: () => void
  onBlur: (event: FocusEvent) => void
}

/**
 * Whoever presses a button by the keyboard goes on from there. When it is replaced by another, or taken away with what was
 * around it, the focus moves to the first button of the refuge instead of back to the top of the page.
 */
export function useRestoredFocus(): RestoredFocus {
  const refuge = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) refuge.current?.querySelector('button')?.focus()
  })
  return {
    refuge,
    onFocus() {
      inside.current = true
    },
    onBlur(event) {
      // Not when the whole window lost it: the element has it still, and gets it back.
      if (document.activeElement !== event.target) inside.current = false
    },
  }
}
