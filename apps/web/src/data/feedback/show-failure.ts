import { useEffect } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { saysSessionEnded } from '../session/with-session.ts'
import { failureSentence } from './failure-sentence.ts'
import { toasts } from './toasts.ts'

/** Says why a call failed. Where the session has ended with it, the page's guard says so, and asks to sign in. */
export function showFailure(error: unknown): void {
  if (saysSessionEnded(error)) return
  toasts.show({ title: dashboardWords.failed, text: failureSentence(error), tone: 'fault' })
}

/** The same for a read, once for each time it fails. */
export function useShownFailure(error: Error | null): void {
  useEffect(() => {
    if (error) showFailure(error)
  }, [error])
}
