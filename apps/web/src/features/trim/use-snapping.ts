import { useState } from 'react'

const STORAGE_KEY = 'kerf:snap'

/** Whether handles snap: off at first, and remembered in this browser. */
export function useSnapping(): { snapping: boolean; toggleSnapping: () => void } {
  const [snapping, setSnapping] = useState(remembered)
  function toggleSnapping(): void {
    setSnapping(!snapping)
    try {
      if (snapping) localStorage.removeItem(STORAGE_KEY)
      else localStorage.setItem(STORAGE_KEY, 'on')
    } catch {
      // Storage is closed to us: the choice holds for this page.
    }
  }
  return { snapping, toggleSnapping }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on'
  } catch {
    return false
  }
}
