import { describe, expect, it } from 'vitest'
import { pageLanguage } from './page-language.ts'

const LANGUAGES = ['en', 'de']

describe('the language of a page', () => {
  it('is the one asked for, before the one chosen earlier, before what the browser wants', () => {
    expect(pageLanguage({ asked: 'en', chosen: 'de', accepted: 'de' }, LANGUAGES)).toBe('en')
    expect(pageLanguage({ chosen: 'de', accepted: 'en' }, LANGUAGES)).toBe('de')
    expect(pageLanguage({ accepted: 'de-CH,de;q=0.9,en;q=0.8' }, LANGUAGES)).toBe('de')
  })

  it('follows the order that a browser gives its languages, and what it refuses', () => {
    expect(pageLanguage({ accepted: 'fr, en;q=0.4, de;q=0.7' }, LANGUAGES)).toBe('de')
    expect(pageLanguage({ accepted: 'de;q=0, en;q=0.1' }, LANGUAGES)).toBe('en')
    expect(pageLanguage({ accepted: 'de;q=nonsense' }, LANGUAGES)).toBe('en')
  })

  it('is English for everybody else', () => {
    for (const accepted of [undefined, '', '*', 'fr', ';;;,,,', 'x'.repeat(5000)]) {
      expect(pageLanguage({ asked: 'xx', chosen: '../de', accepted }, LANGUAGES)).toBe('en')
    }
  })
})
