import { useEffect } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { ApiError } from '../../api/calls.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { toasts } from '../../app/toasts.ts'
import { session } from '../../session/session.ts'

/** Says why a call failed. A session that has ended meanwhile is looked after: the page's guard then asks to sign in. */
export function tellFailure(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not_signed_in') void session.refresh()
  toasts.show({ title: dashboardWords.failed, text: failureSentence(error), tone: 'fault' })
}

/** The same for a read, once for each time it fails. */
export function useToldFailure(error: Error | null): void {
  useEffect(() => {
    if (error) tellFailure(error)
  }, [error])
}
