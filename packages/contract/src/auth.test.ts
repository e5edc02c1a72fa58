import { expect, it } from 'vitest'
import { email } from './auth.ts'

it.each([
  'anna@example.org',
  'Anna.B+kerf@mail.example.museum',
  'anna@xn--e1afmkfd.xn--p1ai',
  'anna@example.XN--VERMGENSBERATER-CTB',
  'anna@xn--mgbh0fb.xn--kgbechtv',
  'anna@example.xn--3e0b707e',
])('%s is a valid email', (text) => expect(email.safeParse(text).success).toBe(true))

it.each([
  'anna@example',
  'anna@xn--p1ai',
  'anna@example.org1',
  'anna@example.xn--',
  'anna@example.xn--a-',
  'anna@example.1',
  'anna@.org',
  'anna @example.org',
  'anna@example.org\nBcc: eve@example.org',
  `${'a'.repeat(250)}@example.org`,
])('%j is no valid email', (text) => expect(email.safeParse(text).success).toBe(false))
