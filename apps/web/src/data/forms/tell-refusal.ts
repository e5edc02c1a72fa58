import { ApiError } from '@kerf/contract/protocol/client'
import { messages } from '#messages/site.ts'
import { codeSentence, failureSentence } from '../feedback/failure-sentence.ts'
import { toasts } from '../feedback/toasts.ts'

/**
 * Makes a function that shows a failed call in a toast, in the server's words. `defaultText` is the toast's text where
 * the server gave no reason. The function returns the sentence that stays in the form.
 */
export function tellRefusal(defaultText: string): (error: unknown) => string {
  return (error) => {
    const sentence = refusalSentence(error)
    toasts.show({ title: messages.processing.errorTitle, text: sentence ?? defaultText, tone: 'fault' })
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
