import { beginningOf, isOneLineText } from '../text/plain-text.ts'

export const USERNAME_MAX_LENGTH = 64

/** Alphabets with look-alike letters: `\u0430nna` with a Cyrillic a looks like `anna`. */
const LOOKALIKE_ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
]
const INVISIBLE_CHARACTER_PATTERN = /\p{Default_Ignorable_Code_Point}/u

/** Normalized username (Unicode NFKC): one form for letters that differ only in width, style or composition. */
export function plainUsername(username: string): string {
  return username.normalize('NFKC').trim()
}

/** Whether a username is visible and has letters of at most one look-alike alphabet (Unicode TS 39, section 5). */
export function isUsername(username: string): boolean {
  const plainName = plainUsername(username)
  if (
    !isOneLineText(plainName) ||
    INVISIBLE_CHARACTER_PATTERN.test(plainName) ||
    plainName.length > USERNAME_MAX_LENGTH
  )
    return false
  return LOOKALIKE_ALPHABETS.filter((alphabet) => alphabet.test(plainName)).length <= 1
}

/** First username of a new account: the part of the email address before the at sign. */
export function usernameFromEmail(email: string): string {
  const atSignIndex = email.lastIndexOf('@')
  const mailbox = atSignIndex < 0 ? email : email.slice(0, atSignIndex)
  return beginningOf(plainUsername(mailbox), USERNAME_MAX_LENGTH)
}

/** A variant of a taken username. @param suffix a few digits */
export function usernameVariant(username: string, suffix: string): string {
  return `${beginningOf(username, USERNAME_MAX_LENGTH - suffix.length - 1)}-${suffix}`
}
