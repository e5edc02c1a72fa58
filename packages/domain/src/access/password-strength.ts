import { PASSWORD_MIN_LENGTH } from './password-length.ts'

/** From these lengths on, guessing takes long, and very long. */
const FAIR_LENGTH = 10
const STRONG_LENGTH = 14
/** Fewer different characters than this are a pattern, however long it is. */
const FEW_CHARACTERS = 4

export const PASSWORD_STRENGTHS = ['too_short', 'common', 'weak', 'fair', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/** A hint; only `too_short` is refused. Rules about characters make passwords easier to guess. */
export function passwordStrength(password: string): PasswordStrength {
  const { length } = password
  if (length < PASSWORD_MIN_LENGTH) return 'too_short'
  if (isCommonPassword(password)) return 'common'
  if (length < FAIR_LENGTH || new Set(password).size < FEW_CHARACTERS) return 'weak'
  return length < STRONG_LENGTH ? 'fair' : 'strong'
}

/** Whether it is among the first that anybody tries, also with other capitals or with the usual `1` or `!` at its end. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  const common = new Set(COMMON_PASSWORDS.split(/\s+/))
  return common.has(plain) || common.has(plain.replace(/[\d!.?]{1,4}$/, ''))
}

/** What published leaks hold most often, as far as it is long enough to be taken at all. In lower case. */
const COMMON_PASSWORDS = `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 112233 121212 123123 123123123 123321
  1234qwer 123qwe 159753 147258369 111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888
  88888888 999999 aaaaaa aaaaaaaa abc123 abcd1234 abcdef abcdefg access admin123 administrator asdasd asdfgh asdfghjkl
  asdf1234 azerty azertyuiop baseball batman biteme cheese chocolate computer changeme dragon default flower football
  freedom ginger guest123 hello123 hallo123 harley hockey hunter iloveyou jennifer jordan killer letmein liverpool
  login123 london lovely maggie master michael michelle monkey mustang nothing passw0rd password password123 passwort
  pokemon princess q1w2e3r4 q1w2e3r4t5 qazwsx qwerty qwerty123 qwertyuiop qwertz qwertzuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx secret shadow soccer starwars summer sunshine superman test123 testtest thomas trustno1 welcome welcome1
  whatever winter zaq12wsx zxcvbn zxcvbnm`
