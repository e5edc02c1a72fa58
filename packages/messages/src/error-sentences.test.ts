import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { describe, expect, it } from 'vitest'
import * as german from './de/error-sentences.ts'
import * as english from './en/error-sentences.ts'

describe.each([
  ['en', english.errorSentences],
  ['de', german.errorSentences],
])('the sentences of the error codes in %s', (_language, errorSentences) => {
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
