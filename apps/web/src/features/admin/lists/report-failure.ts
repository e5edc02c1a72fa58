import { adminWords } from '#messages/admin.ts'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { saysSessionEnded } from '../../../data/session/with-session.ts'

/** Reports the failure of a form. Returns the sentence that stays in the form. */
export function tellServerSentence(error: unknown): string {
  reportFailure(error)
  return serverSentence(error)
}

/** The server's own sentence with its details, if it sent one; else the usual sentence of the failure. */
function serverSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.sentence === null) return failureSentence(error)
  return error.details ? `${error.sentence} (${error.details})` : error.sentence
}

export function reportFailure(error: unknown, title: string = adminWords.error): void {
  // The guard of the page reports an ended session itself, and requires a sign-in.
  if (saysSessionEnded(error)) return
  toasts.show({ title, text: serverSentence(error), tone: 'fault' })
}
