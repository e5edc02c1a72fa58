import { useEffect } from 'react'

/** Makes the browser ask for confirmation before this page is left, while `shouldAsk` is true. */
export function useLeaveQuestion(shouldAsk: boolean): void {
  useEffect(() => {
    if (!shouldAsk) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [shouldAsk])
}
