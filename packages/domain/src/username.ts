import { beginningOf } from './plain-text.ts'

export const USERNAME_MAX_LENGTH = 64

/** Who signs up is called by the part of their email before the at sign until they choose otherwise. */
export function usernameFromEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const mailbox = at < 0 ? email : email.slice(0, at)
  return beginningOf(mailbox.trim(), USERNAME_MAX_LENGTH)
}

/** The same name, made different from one that is taken; `suffix` is a few digits. */
export function usernameVariant(username: string, suffix: string): string {
  return `${beginningOf(username, USERNAME_MAX_LENGTH - suffix.length - 1)}-${suffix}`
}
