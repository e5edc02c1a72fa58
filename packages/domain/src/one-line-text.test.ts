import { describe, expect, it } from 'vitest'
import { isOneLineText } from './one-line-text.ts'

describe('a name or a subject', () => {
  it('is anything that people call themselves', () => {
    for (const name of [
      'Anna',
      'Jean-Luc O’Neil',
      '李小龙',
      'محمد',
      '\u0646\u06cc\u200c\u0645',
      '👩‍🎬',
      'R2 (D2)',
      '42',
    ])
      expect(isOneLineText(name)).toBe(true)
  })

  it('has no line breaks, no controls and nothing that turns what follows around', () => {
    for (const name of ['Eve\r\nBcc: x', 'a\u0000', 'a\u2028b', '\u202eannA', '\u2066x', 'a\tb', '\u001b[31m'])
      expect(isOneLineText(name)).toBe(false)
  })

  it('can be seen', () => {
    for (const name of ['', ' ', '\u200b', '\u200d\u200d', '\u115f', '\u3164\uffa0'])
      expect(isOneLineText(name)).toBe(false)
  })
})
