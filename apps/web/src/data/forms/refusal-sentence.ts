import { ApiError } from '@kerf/contract/protocol/client'
import { ERROR_MEANINGS } from '@kerf/domain/error-codes'
import { codeSentence } from '../feedback/code-sentence.ts'

/**
 * What the server said about a call that it refused, null when it said nothing. Where it used the usual words for its error
 * code, they are in the language of the page.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const { code, sentence, retryAfterSeconds } = error
  if (code !== null && (sentence === null || sentence === ERROR_MEANINGS[code])) {
    return codeSentence(code, retryAfterSeconds)
  }
  return sentence
}
