import { ApiError, OfflineError } from '@kerf/contract/client'
import { unansweredSentences } from '#messages/unanswered.ts'
import { codeSentence } from './code-sentence.ts'

/** What to tell a person about a call that failed: the code's own sentence, else what the server said, else that nobody answered. */
export function failureSentence(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code) return codeSentence(error.code, error.retryAfterSeconds)
    return error.status >= 500 ? unansweredSentences.serverGone : unansweredSentences.unknown
  }
  if (error instanceof OfflineError) return unansweredFor(navigator.onLine)
  return unansweredSentences.unknown
}

function unansweredFor(online: boolean): string {
  return online ? unansweredSentences.serverGone : unansweredSentences.offline
}
