import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import { describe, expect, it } from 'vitest'
import { errorSentences } from '#messages/error-sentences.ts'
import { refusalSentence } from './tell-refusal.ts'

const refusalOf = (body: unknown) => new ApiError(400, JSON.stringify(body), null)

describe("the server's sentence", () => {
  it('is shown unchanged if specific, and else in the language of the page', () => {
    expect(refusalSentence(refusalOf({ code: 'wrong_credentials', error: 'Three tries left.', specific: true }))).toBe(
      'Three tries left.',
    )
    const refusal = refusalOf({ code: 'too_many_requests', error: 'Too many requests.' })
    expect(refusalSentence(refusal)).toBe(errorSentences.too_many_requests)
  })

  it('is null if no server answered, or another one did', () => {
    expect(refusalSentence(new OfflineError('no network'))).toBeNull()
    expect(refusalSentence(new ApiError(502, '<html>Bad gateway</html>', null))).toBeNull()
    expect(refusalSentence(new TypeError('a fault of ours'))).toBeNull()
  })
})
