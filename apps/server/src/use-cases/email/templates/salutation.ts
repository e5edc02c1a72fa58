import type { Language } from '@kerf/messages/languages'

/**
 * Anybody can open an account in somebody else's mailbox, under a name that is an advertisement. What could be an address,
 * or is longer than names are, is not repeated.
 */
const LIKE_A_NAME = /^[\p{L}\p{M}\p{N} '’\-.&<>()]{1,60}$/u
/** A dot that mail programs would make a link of, as in `shop.example`. */
const LIKE_A_HOST = /\.\p{L}/u

/** The first line of a email. */
export function salutation(language: Language, name: string): string {
  const given = name.trim()
  const isName = LIKE_A_NAME.test(given) && !LIKE_A_HOST.test(given)
  return `${HELLO[language]}${isName ? ` ${given}` : ''},`
}

const HELLO: Readonly<Record<Language, string>> = { en: 'Hello', de: 'Hallo' }
