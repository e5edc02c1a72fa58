import { useEffect, useState } from 'react'

/**
 * Part of the app whose code is loaded when it is first needed; null until it is loaded. `need` names the reason,
 * null for none yet. After a failure the page works without the part, and the next `need` tries again: a failure
 * inside React.lazy would fail the whole page.
 */
export function useLoaded<Part>(load: () => Promise<Part>, need: string | number | null): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    if (need === null || part !== null) return
    let isCurrent = true
    load().then(
      (loadedPart) => {
        if (isCurrent) setPart(() => loadedPart)
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, need, part])
  return part
}
