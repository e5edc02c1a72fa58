import { describe, expect, it } from 'vitest'
import { interfaceLocale } from './interface-locale.ts'

describe('the locale of the interface', () => {
  it("is the viewer's own flavour of English, wherever it stands in their list", () => {
    expect(interfaceLocale(['en-GB'])).toBe('en-GB')
    expect(interfaceLocale(['de-DE', 'en-IE', 'en'])).toBe('en-IE')
  })

  it('is plain English for everybody else, so that no date stands in a language the words do not speak', () => {
    expect(interfaceLocale(['fr-FR', 'eno'])).toBe('en')
    expect(interfaceLocale([])).toBe('en')
  })
})
