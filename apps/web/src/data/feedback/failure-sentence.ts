import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { errorSentences, waitSentence } from '#messages/error-sentences.ts'
import { unansweredSentences } from '#messages/site.ts'
import { spokenTime } from '../formatting/spoken-time.ts'
import { invalidLinkSentence } from '../site-options.ts'

/** Waits of this length or more are given in whole minutes. */
const WHOLE_MINUTES_FROM_SECONDS = 120

/** Sentence for a failed call: from its error code, else the server's own, else that the server did not answer. */
export function failureSentence(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.code) return codeSentence(error.code, error.retryAfterSeconds)
    if (error.sentence) return error.sentence
    return error.status >= 500 ? unansweredSentences.serverGone : unansweredSentences.unknown
  }
  if (error instanceof OfflineError) return unansweredFor(navigator.onLine)
  return unansweredSentences.unknown
}

function unansweredFor(isOnline: boolean): string {
  return isOnline ? unansweredSentences.serverGone : unansweredSentences.offline
}

/** Sentence for an error code, with the time to wait where the server gives one. */
export function codeSentence(code: ErrorCode, retryAfterSeconds: number | null): string {
  if (code === 'invalid_link') return invalidLinkSentence()
  if (code !== 'too_many_requests' || retryAfterSeconds === null || retryAfterSeconds < 1) return errorSentences[code]
  return waitSentence(spokenTime(roundUpWait(retryAfterSeconds)))
}

function roundUpWait(seconds: number): number {
  return seconds < WHOLE_MINUTES_FROM_SECONDS ? Math.ceil(seconds) : Math.ceil(seconds / 60) * 60
}
