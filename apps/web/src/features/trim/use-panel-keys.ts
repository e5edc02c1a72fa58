import { useEffect } from 'react'
import { useLatest } from '../../browser/use-latest.ts'
import { type PanelKey, panelKey } from './panel-keys.ts'

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
