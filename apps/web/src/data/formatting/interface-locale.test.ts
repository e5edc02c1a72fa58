import { expect, it } from 'vitest'
import { interfaceLocale } from './interface-locale.ts'

it("the page uses the viewer's first regional form of its language that formatters accept", () => {
  const languages = ['de-CH', 'en-GB', 'de-DE', 'en-US']
  expect(interfaceLocale(languages, 'en')).toBe('en-GB')
  expect(interfaceLocale(languages, 'de')).toBe('de-CH')
  expect(interfaceLocale(['fr-FR'], 'de')).toBe('de')
  expect(interfaceLocale(['den', 'DE-at'], 'de')).toBe('DE-at')
  expect(interfaceLocale(['en-US@posix'], 'en')).toBe('en')
  expect(interfaceLocale(['en-US@posix', 'en-AU'], 'en')).toBe('en-AU')
})
