import { expect, it } from 'vitest'
import { USERNAME_MAX_LENGTH, usernameFromEmail } from './username.ts'

it('takes the part of an email before the at sign', () => {
  expect(usernameFromEmail('anna@example.org')).toBe('anna')
  expect(usernameFromEmail(' Anna.B+films@example.org ')).toBe('Anna.B+films')
})

it('splits at the last at sign, where a mailbox in quotes has one of its own', () => {
  expect(usernameFromEmail('"anna@home"@example.org')).toBe('"anna@home"')
})

it('makes no name longer than one may be', () => {
  expect(usernameFromEmail(`${'a'.repeat(80)}@example.org`)).toHaveLength(USERNAME_MAX_LENGTH)
})
