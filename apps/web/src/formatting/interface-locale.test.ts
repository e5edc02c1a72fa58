import { expect, it } from 'vitest'
import { interfaceLocale } from './interface-locale.ts'

it('takes the first English that the viewer reads', () => {
  expect(interfaceLocale(['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(interfaceLocale(['de-DE'])).toBe('en')
})

it('leaves out what no formatter understands', () => {
  expect(interfaceLocale(['en-US@posix'])).toBe('en')
  expect(interfaceLocale(['en-US@posix', 'en-AU'])).toBe('en-AU')
})
