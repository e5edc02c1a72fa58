import { ApiError } from '@kerf/contract/protocol/client'
import { messages } from '#messages/site.ts'
import { codeSentence, failureSentence } from '../feedback/failure-sentence.ts'
import { toasts } from '../feedback/toasts.ts'

/** Tells the server's own sentence. `failed` is the text of the toast where the server gave no reason. */
export function tellRefusal(failed: string): (error: unknown) => string {
  return (error) => {
    const sentence = refusalSentence(error)
    toasts.show({ title: messages.processing.errorTitle, text: sentence ?? failed, tone: 'fault' })
    return sentence ?? failureSentence(error)
  }
}

/**
 * Sentence for a call that the server refused; null for other failures. Where the error code says everything, the
 * sentence is in the language of the page.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const { code, sentence, isSpecific, retryAfterSeconds } = error
  const isUsual = sentence === null || !isSpecific
  return code !== null && isUsual ? codeSentence(code, retryAfterSeconds) : sentence
}
