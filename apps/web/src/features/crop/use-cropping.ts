import { useState } from 'react'

/** State of moving the crop frame. When the moving ends, the focus returns to the element that began it. */
export function useCropping(isCropped: boolean) {
  const [opener, setOpener] = useState<Element | null>(null)
  return {
    isHeld: opener !== null && isCropped,
    begin: () => setOpener(document.activeElement),
    end: () => setOpener(null),
    leave() {
      setOpener(null)
      if (opener instanceof HTMLElement) opener.focus()
    },
  }
}
