import { describe, expect, it } from 'vitest'
import { PASSWORD_MIN_LENGTH } from './password-length.ts'
import { isCommonPassword, passwordStrength } from './password-strength.ts'

describe('the strength of a password', () => {
  it('depends on length first', () => {
    expect(passwordStrength('kv9#x')).toBe('too_short')
    expect(passwordStrength('kv9#xq')).toBe('weak')
    expect(passwordStrength('strip of film')).toBe('fair')
    expect(passwordStrength('a strip of film on the table')).toBe('strong')
    expect(passwordStrength('')).toBe('too_short')
    expect(passwordStrength('x'.repeat(PASSWORD_MIN_LENGTH - 1))).toBe('too_short')
  })

  it('requires no special characters, but detects patterns', () => {
    expect(passwordStrength('windmillballoon')).toBe('strong')
    expect(passwordStrength('ветряная мельница')).toBe('strong')
    expect(passwordStrength('abababababababababab')).toBe('weak')
    expect(passwordStrength('--------------------')).toBe('weak')
  })

  it('is `common` for well-known passwords, in any spelling', () => {
    for (const password of ['123456', 'Password', 'PASSWORD1', 'qwertyuiop', 'letmein!', 'iloveyou2026', 'Passwort'])
      expect(passwordStrength(password)).toBe('common')
    expect(isCommonPassword('a strip of video')).toBe(false)
  })
})
