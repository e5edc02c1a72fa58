import { adminWords } from '#messages/admin.ts'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { saysSessionEnded } from '../../../data/session/with-session.ts'

/** The server's own sentence where there is one, with its details; else what is known about the failure. */
export function serverSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.sentence === null) return failureSentence(error)
  return error.details ? `${error.sentence} (${error.details})` : error.sentence
}

export function reportFailure(error: unknown, title: string = adminWords.error): void {
  // The page's guard has said so, and asks to sign in.
  if (saysSessionEnded(error)) return
  toasts.show({ title, text: serverSentence(error), tone: 'fault' })
}
