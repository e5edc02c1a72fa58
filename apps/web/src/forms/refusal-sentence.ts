import { ApiError } from '@kerf/contract/client'
import { ERROR_MEANINGS } from '@kerf/domain/error-codes'
import { errorSentences } from '#messages/error-sentences.ts'

/**
 * What the server said about a call that it refused, null when it said nothing. Where it used the usual words for its error
 * code, they are in the language of the page.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const { code, sentence } = error
  if (code !== null && (sentence === null || sentence === ERROR_MEANINGS[code])) return errorSentences[code]
  return sentence
}
