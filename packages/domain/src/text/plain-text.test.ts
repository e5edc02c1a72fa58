import { describe, expect, it } from 'vitest'
import { beginningOf, isOneLineText, plainLine } from './plain-text.ts'

describe('the beginning of a text', () => {
  it('never ends in half a character', () => {
    const text = 'ab😀😀c'
    const beginnings = Array.from({ length: 9 }, (_, length) => beginningOf(text, length - 1))
    expect(beginnings).toEqual(['', '', 'a', 'ab', 'ab', 'ab😀', 'ab😀', 'ab😀😀', text])
  })

  it('is the whole text if it is short, even one that ends in half a character', () => {
    expect(beginningOf('a\ud83d', 5)).toBe('a\ud83d')
  })
})

describe('a plain line', () => {
  it('has no control characters, line ends, half characters or direction marks', () => {
    expect(plainLine('\0 a\r\nb\u2028c\u0085\ud83d \t', 20)).toBe('a b c \ufffd')
    expect(plainLine('a\u202egpj.exe\u2066b\u2069', 20)).toBe('a gpj.exe b')
    expect(plainLine('\u05d0!\u200f', 20)).toBe('\u05d0!\u200f')
  })

  it('keeps ordinary text, up to its limit', () => {
    expect(plainLine('👩‍👩‍👧 العربية', 100)).toBe('👩‍👩‍👧 العربية')
    expect(plainLine('😀'.repeat(1_000_000), 5)).toBe('😀😀')
    expect(plainLine(`${' '.repeat(10)}ab`, 5)).toBe('ab')
  })
})

describe('a name or a subject', () => {
  it('may be anything that people call themselves', () => {
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

  it('has no line breaks, control characters or direction marks, and is visible', () => {
    for (const name of ['Eve\r\nBcc: x', 'a\u0000', 'a\u2028b', '\u202eannA', '\u2066x', 'a\tb', '\u001b[31m'])
      expect(isOneLineText(name)).toBe(false)
    for (const name of ['', ' ', '\u200b', '\u200d\u200d', '\u115f', '\u3164\uffa0'])
      expect(isOneLineText(name)).toBe(false)
  })
})
