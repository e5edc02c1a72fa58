import { describe, expect, it } from 'vitest'
import { pageLanguage } from './page-language.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja']

describe('the language of a page', () => {
  it('comes from the address, else from the earlier choice, else from the browser', () => {
    expect(pageLanguage({ inAddress: 'en', inCookie: 'de', inHeader: 'es' }, LANGUAGES)).toBe('en')
    expect(pageLanguage({ inCookie: 'de', inHeader: 'es' }, LANGUAGES)).toBe('de')
    expect(pageLanguage({ inHeader: 'de-CH,de;q=0.9,en;q=0.8' }, LANGUAGES)).toBe('de')
  })

  it("follows the browser's order and refusals", () => {
    expect(pageLanguage({ inHeader: 'pt, en;q=0.4, de;q=0.7' }, LANGUAGES)).toBe('de')
    expect(pageLanguage({ inHeader: 'en;q=0.2, ja ; q=0.9, es;q=0.3' }, LANGUAGES)).toBe('ja')
    expect(pageLanguage({ inHeader: 'de;q=0, en;q=0.1' }, LANGUAGES)).toBe('en')
    expect(pageLanguage({ inHeader: 'de;q=nonsense' }, LANGUAGES)).toBe('en')
    expect(pageLanguage({ inHeader: '*;q=0.9, fr;q=0.1' }, LANGUAGES)).toBe('fr')
  })

  it.each([
    ['es-419', 'es'],
    ['es-MX,en;q=0.9', 'es'],
    ['fr-Latn-CA', 'fr'],
    ['JA-JP', 'ja'],
    ['eso, en', 'en'],
  ])('serves the regional form %s in %s', (inHeader, language) => {
    expect(pageLanguage({ inHeader }, LANGUAGES)).toBe(language)
    expect(pageLanguage({ inAddress: inHeader.split(',')[0] }, LANGUAGES)).toBe(language)
  })

  it('is the regional form itself if available', () => {
    const languages = ['en', 'pt', 'pt-BR']
    expect(pageLanguage({ inHeader: 'pt-br, pt;q=0.9' }, languages)).toBe('pt-BR')
    expect(pageLanguage({ inHeader: 'pt-PT, pt;q=0.9' }, languages)).toBe('pt')
  })

  it('is English for all other browsers', () => {
    for (const inHeader of [undefined, '', '*', 'pt', ';;;,,,', 'x'.repeat(5000), `de${'-x'.repeat(5000)}`]) {
      expect(pageLanguage({ inAddress: 'xx', inCookie: '../de', inHeader }, LANGUAGES)).toBe('en')
    }
  })
})
