import { COMMON_PASSWORDS } from './common-passwords.ts'
import { PASSWORD_MIN_LENGTH } from './password.ts'

/** From these lengths on, guessing takes long, and very long. */
const FAIR_LENGTH = 10
const STRONG_LENGTH = 14
/** Fewer different characters than this are a pattern, however long it is. */
const FEW_CHARACTERS = 4

export const PASSWORD_STRENGTHS = ['too_short', 'common', 'weak', 'fair', 'strong'] as const
export type PasswordStrength = (typeof PASSWORD_STRENGTHS)[number]

/**
 * How hard a password is to guess: a hint for whoever chooses one. Only `too_short` is ever refused; which characters it is
 * made of is nobody's business, because rules about that make passwords that follow the rules and are guessed by them.
 */
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
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(plain.replace(/[\d!.?]{1,4}$/, ''))
}
