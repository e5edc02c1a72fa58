import { useState } from 'react'

/** Whether the frame that crops the video is being moved. Whoever is done goes on where they began. */
export function useCropping(isCropped: boolean) {
  const [begunBy, setBegunBy] = useState<Element | null>(null)
  return {
    isHeld: begunBy !== null && isCropped,
    begin: () => setBegunBy(document.activeElement),
    end: () => setBegunBy(null),
    leave() {
      setBegunBy(null)
      if (begunBy instanceof HTMLElement) begunBy.focus()
    },
  }
}
