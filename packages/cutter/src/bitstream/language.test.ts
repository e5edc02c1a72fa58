import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'

describe('languageOf', () => {
  it.each([
    ['en', 'en', 'eng', 'eng'],
    ['de-CH', 'de-CH', 'deu', 'ger'],
    ['zh-hant-tw', 'zh-Hant-TW', 'zho', 'chi'],
    // "iw" is an obsolete code. "yue" and "fil" have no two-letter code.
    ['iw', 'he', 'heb', 'heb'],
    ['yue', 'yue', 'yue', 'yue'],
    ['fil-PH', 'fil-PH', 'fil', 'fil'],
    ['und', 'und', 'und', 'und'],
  ])('reads %s', (tag, full, code, bibliographicCode) => {
    expect(languageOf(tag)).toEqual({ tag: full, code, bibliographicCode })
  })

  it.each([null, undefined, '', '???', 'x-private', 'en'.repeat(40), 'en\0', 'abcd'])(
    'treats %o as an unknown language',
    (tag) => {
      expect(languageOf(tag).code).toBe('und')
    },
  )
})
