import { beginningOf, isOneLineText } from '../text/plain-text.ts'

export const USERNAME_MAX_LENGTH = 64

/** Alphabets with letters that look like another's: `\u0430nna` with a Cyrillic a is not anna. */
const LOOKALIKE_ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
]
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

/** One spelling for letters that are the same in another width, style or composition (Unicode's NFKC). */
export function plainUsername(username: string): string {
  return username.normalize('NFKC').trim()
}

/** No invisible characters, letters of one look-alike alphabet only (Unicode TS 39, section 5). */
export function isUsername(username: string): boolean {
  const plain = plainUsername(username)
  if (!isOneLineText(plain) || INVISIBLE.test(plain) || plain.length > USERNAME_MAX_LENGTH) return false
  return LOOKALIKE_ALPHABETS.filter((alphabet) => alphabet.test(plain)).length <= 1
}

/** Who signs up is called by the part of their email before the at sign until they choose otherwise. */
export function usernameFromEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const mailbox = at < 0 ? email : email.slice(0, at)
  return beginningOf(plainUsername(mailbox), USERNAME_MAX_LENGTH)
}

/** The same name, made different from one that is taken; `suffix` is a few digits. */
export function usernameVariant(username: string, suffix: string): string {
  return `${beginningOf(username, USERNAME_MAX_LENGTH - suffix.length - 1)}-${suffix}`
}
