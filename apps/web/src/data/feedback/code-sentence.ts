import type { ErrorCode } from '@kerf/domain/error-codes'
import { errorSentences, waitSentence } from '#messages/error-sentences.ts'
import { spokenTime } from '../formatting/spoken-time.ts'

/** From here on nobody counts seconds. */
const WHOLE_MINUTES_FROM_SECONDS = 120

/** What a person reads for an error code: how long to wait, where the server says so. */
export function codeSentence(code: ErrorCode, retryAfterSeconds: number | null): string {
  if (code !== 'too_many_requests' || retryAfterSeconds === null || retryAfterSeconds < 1) return errorSentences[code]
  return waitSentence(spokenTime(roundedUp(retryAfterSeconds)))
}

function roundedUp(seconds: number): number {
  return seconds < WHOLE_MINUTES_FROM_SECONDS ? Math.ceil(seconds) : Math.ceil(seconds / 60) * 60
}
