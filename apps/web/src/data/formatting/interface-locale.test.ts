import { expect, it } from 'vitest'
import { interfaceLocale } from './interface-locale.ts'

it('takes the first flavour that the viewer reads of the language the page is in', () => {
  const languages = ['de-CH', 'en-GB', 'de-DE', 'en-US']
  expect(interfaceLocale(languages, 'en')).toBe('en-GB')
  expect(interfaceLocale(languages, 'de')).toBe('de-CH')
  expect(interfaceLocale(['fr-FR'], 'de')).toBe('de')
})

it('does not take a language for another one that begins alike', () => {
  expect(interfaceLocale(['den', 'DE-at'], 'de')).toBe('DE-at')
})

it('leaves out what no formatter understands', () => {
  expect(interfaceLocale(['en-US@posix'], 'en')).toBe('en')
  expect(interfaceLocale(['en-US@posix', 'en-AU'], 'en')).toBe('en-AU')
})
