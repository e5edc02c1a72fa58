import { useEffect } from 'react'

/** Lets the browser ask before this page is left, as long as `isAsked`. */
export function useLeaveQuestion(shouldAsk: boolean): void {
  useEffect(() => {
    if (!shouldAsk) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [shouldAsk])
}
