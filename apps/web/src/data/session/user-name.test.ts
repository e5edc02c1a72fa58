import { expect, it } from 'vitest'
import { avatarInitial, displayName } from './user-name.ts'

it('the header shows a name, else the username, and the avatar one letter', () => {
  expect(displayName({ name: 'Anna Example', username: 'anna' })).toBe('Anna Example')
  expect(displayName({ name: '  ', username: 'anna' })).toBe('anna')
  expect(displayName({ name: null, username: 'anna' })).toBe('anna')
  expect(avatarInitial({ name: 'ödön', username: 'x' })).toBe('Ö')
  expect(avatarInitial({ name: '𝒜da', username: 'x' })).toBe('𝒜')
  expect(avatarInitial({ name: null, username: '' })).toBe('U')
})
