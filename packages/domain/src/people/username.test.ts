import { describe, expect, it } from 'vitest'
import { isUsername, plainUsername, USERNAME_MAX_LENGTH, usernameFromEmail } from './username.ts'

it('is made of the part of an email before the last at sign, and not too long', () => {
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
    ['of Cyrillic with a Latin letter', '\u0430\u006e\u043d\u0430'],
    ['with a space of no width', 'an\u200bna'],
    ['with a soft hyphen', 'an\u00adna'],
    ['that turns round', 'anna\u202eexe'],
    ['of two lines', 'anna\nadmin'],
    ['of nothing that can be seen', '\u3164'],
    ['that grows too long once it is spelt out', '\ufdfa'.repeat(64)],
  ])('is refused %s', (_description, name) => {
    expect(isUsername(name)).toBe(false)
  })

  it('has one spelling, whatever the width, style or composition of its letters', () => {
    for (const usernameSpelling of ['\uff41\uff4e\uff4e\uff41', '𝐚𝐧𝐧𝐚', 'anna'])
      expect(plainUsername(usernameSpelling)).toBe('anna')
    expect(plainUsername('A\u0308nne')).toBe('\u00c4nne')
    expect(usernameFromEmail('\uff41nna@example.org')).toBe('anna')
  })
})
