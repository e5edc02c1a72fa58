import { useEffect, useState } from 'react'

/**
 * A part of the app that is loaded when it is first needed; null until it is here. `need` says what it is needed for, null
 * for nothing yet. When loading fails, because the server or the network is gone, the page goes on without the part, and the
 * next need tries again: a part that fails inside React.lazy would take the whole page down with it.
 */
export function useLoaded<Part>(load: () => Promise<Part>, need: string | number | null): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    if (need === null || part !== null) return
    let wanted = true
    load().then(
      (loaded) => {
        if (wanted) setPart(() => loaded)
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [load, need, part])
  return part
}
