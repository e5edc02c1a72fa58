import { useEffect } from 'react'
import { messages } from '#messages/site.ts'
import { saysSessionEnded } from '../session/with-session.ts'
import { failureSentence } from './failure-sentence.ts'
import { toasts } from './toasts.ts'

/**
 * Shows a toast about a failed call. If the session has ended, the page's guard says so and asks to sign in instead.
 */
export function showFailure(error: unknown): void {
  if (saysSessionEnded(error)) return
  toasts.show({ title: messages.processing.errorTitle, text: failureSentence(error), tone: 'fault' })
}

/** Shows a toast about the failure of a form. Returns the sentence that stays in the form. */
export function tellFailure(error: unknown): string {
  showFailure(error)
  return failureSentence(error)
}

/** Shows a toast about a failed read, once each time it fails. */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    if (error) showFailure(error)
  }, [error])
}
