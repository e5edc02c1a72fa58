import { PASSWORD_MIN_LENGTH } from './password-length.ts'

/** Lengths from which a password counts as fair and as strong. */
const FAIR_LENGTH = 10
const STRONG_LENGTH = 14
/** Passwords with fewer different characters are weak at any length. */
const MIN_DIFFERENT_CHARACTERS = 4

export const PASSWORD_STRENGTHS = ['too_short', 'common', 'weak', 'fair', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/** Strength of a password, as a hint. The server refuses only `too_short`. */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = password
  if (length < PASSWORD_MIN_LENGTH) return 'too_short'
  if (isCommonPassword(password)) return 'common'
  if (length < FAIR_LENGTH || new Set(password).size < MIN_DIFFERENT_CHARACTERS) return 'weak'
  return length < STRONG_LENGTH ? 'fair' : 'strong'
}

/** Whether a password is on the list, in any case, also with up to four digits or marks (`1`, `!`) after it. */
export function isCommonPassword(password: string): boolean {
  const lowerCase = password.toLowerCase()
  const commonPasswords = new Set(COMMON_PASSWORDS.split(/\s+/))
  return commonPasswords.has(lowerCase) || commonPasswords.has(lowerCase.replace(/[\d!.?]{1,4}$/, ''))
}

/** The most frequent passwords of published leaks that have the minimum length. In lower case. */
const COMMON_PASSWORDS = `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 112233 121212 123123 123123123 123321
  1234qwer 123qwe 159753 147258369 111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888
  88888888 999999 aaaaaa aaaaaaaa abc123 abcd1234 abcdef abcdefg access admin123 administrator asdasd asdfgh asdfghjkl
  asdf1234 azerty azertyuiop baseball batman biteme cheese chocolate computer changeme dragon default flower football
  freedom ginger guest123 hello123 hallo123 harley hockey hunter iloveyou jennifer jordan killer letmein liverpool
  login123 london lovely maggie master michael michelle monkey mustang nothing passw0rd password password123 passwort
  pokemon princess q1w2e3r4 q1w2e3r4t5 qazwsx qwerty qwerty123 qwertyuiop qwertz qwertzuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx secret shadow soccer starwars summer sunshine superman test123 testtest thomas trustno1 welcome welcome1
  whatever winter zaq12wsx zxcvbn zxcvbnm`
