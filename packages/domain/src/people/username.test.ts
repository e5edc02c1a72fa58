import { describe, expect, it } from 'vitest'
import { isUsername, plainUsername, USERNAME_MAX_LENGTH, usernameFromEmail } from './username.ts'

it('a username is made from an email up to its last at sign, and is limited in length', () => {
  expect(usernameFromEmail('anna@example.org')).toBe('anna')
  expect(usernameFromEmail(' Anna.B+videos@example.org ')).toBe('Anna.B+videos')
  expect(usernameFromEmail('"anna@home"@example.org')).toBe('"anna@home"')
  expect(usernameFromEmail(`${'a'.repeat(80)}@example.org`)).toHaveLength(USERNAME_MAX_LENGTH)
})

describe('a username', () => {
  it.each(['anna', 'Änne_1', 'анна', 'Ἄννα', '山田taro', 'タロウ', '안나 kim', 'אנה', 'o’neill', '007'])(
    'may be %s',
    (name) => {
      expect(isUsername(name)).toBe(true)
    },
  )

  it.each([
    ['with a Cyrillic a', '\u0430nna'],
    ['with a Greek omicron', 'b\u03bfb'],
    ['with an Armenian letter that looks like an o', 'b\u0585b'],
    ['in Cyrillic with a Latin letter', '\u0430\u006e\u043d\u0430'],
    ['with a zero-width space', 'an\u200bna'],
    ['with a soft hyphen', 'an\u00adna'],
    ['with reversed text direction', 'anna\u202eexe'],
    ['with two lines', 'anna\nadmin'],
    ['with no visible character', '\u3164'],
    ['that is too long once normalized', '\ufdfa'.repeat(64)],
  ])('is refused %s', (_description, name) => {
    expect(isUsername(name)).toBe(false)
  })

  it('has one form, whatever the width, style or composition of its letters', () => {
    for (const usernameSpelling of ['\uff41\uff4e\uff4e\uff41', '𝐚𝐧𝐧𝐚', 'anna'])
      expect(plainUsername(usernameSpelling)).toBe('anna')
    expect(plainUsername('A\u0308nne')).toBe('\u00c4nne')
    expect(usernameFromEmail('\uff41nna@example.org')).toBe('anna')
  })
})
