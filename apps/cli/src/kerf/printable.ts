/**
 * Characters that a terminal may execute, or that change the order of text: control characters except newlines and
 * tabs, and bidirectional overrides.
 */
const CONTROL_CHARACTERS_PATTERN = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Escapes control characters of untrusted text (titles, links, messages of servers), so that a terminal shows it and
 * does not execute it. JSON keeps its meaning.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(CONTROL_CHARACTERS_PATTERN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
