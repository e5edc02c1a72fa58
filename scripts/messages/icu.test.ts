import { describe, expect, it } from 'vitest'
import { IcuError, parseIcu, printIcu } from './icu.ts'
import type { Pattern } from './pattern.ts'

/** Characters with a meaning in ICU MessageFormat, and one without. Texts of up to five of them are tested. */
const SPECIAL = ["'", '{', '}', '#', '<', 'a']
const textsUpTo = (length: number): string[] =>
  length === 0 ? [''] : textsUpTo(length - 1).flatMap((text) => [text, ...SPECIAL.map((character) => text + character)])
const ALL_TEXTS = [...new Set(textsUpTo(5))]

describe('ICU MessageFormat', () => {
  it('writes any text unchanged: alone, before a value, and in a plural', () => {
    for (const text of ALL_TEXTS.filter((text) => text !== '')) {
      const textAlone: Pattern = [text]
      const textBeforeValue: Pattern = [text, { kind: 'placeholder', name: 'x' }]
      const inPlural: Pattern = [{ kind: 'plural', name: 'x', cases: [{ key: 'other', pattern: [text] }] }]
      const inSelect: Pattern = [{ kind: 'select', name: 'x', cases: [{ key: 'other', pattern: [text] }] }]
      for (const pattern of [textAlone, textBeforeValue, inPlural, inSelect])
        expect(parseIcu(printIcu(pattern))).toEqual(pattern)
    }
  })

  it('shows translators apostrophes as they type them', () => {
    expect(printIcu(["The video's {time}."])).toBe("The video's '{'time'}'.")
    expect(printIcu(["Don't."])).toBe("Don't.")
  })

  it('uses the short form of a counted number', () => {
    expect(printIcu(parseIcu('{count, plural, one {# clip} other {# clips}}'))).toBe(
      '{count, plural, one {{count} clip} other {{count} clips}}',
    )
  })

  it('sorts plural forms, with `other` last', () => {
    expect(printIcu(parseIcu('{n, plural, other {c} one {b} =0 {a}}'))).toBe('{n, plural, =0 {a} one {b} other {c}}')
  })

  it.each([
    ['{count clips', 'not ICU MessageFormat: malformed argument (character 1)'],
    ['{count, plural, one {1 clip}}', 'not ICU MessageFormat: missing other clause (character 29)'],
    ['{n, selectordinal, other {}}', 'selectordinal is not supported; use plural with =1, =2'],
    ['{n, plural, offset:1 other {}}', 'offset is not supported'],
    ['{n, number, percent}', '{n} has a format; values arrive formatted, so write {n} alone'],
  ])('explains what is wrong with %s', (text, reason) => {
    expect(() => parseIcu(text)).toThrow(new IcuError(reason))
  })
})
