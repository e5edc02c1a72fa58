import { ERROR_CODES } from '@kerf/domain/error-codes'
import { describe, expect, it } from 'vitest'
import { errorSentences } from '#messages/error-sentences.ts'

describe('the sentences of the error codes', () => {
  it('has one for each code and none for anything else', () => {
    expect(Object.keys(errorSentences).sort()).toEqual([...ERROR_CODES].sort())
  })

  it('tells people something they can read, without exclamation or code words', () => {
    for (const sentence of Object.values(errorSentences)) {
      expect(sentence.length).toBeGreaterThan(10)
      expect(sentence).not.toMatch(/_|!|undefined/)
    }
  })
})
