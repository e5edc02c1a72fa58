/** Link of the built-in sample, which can always be processed. */
export const SAMPLE_LINK = 'kerf:sample'

/** Maximum number of characters of a link. It limits the work of the parsers. */
export const MAX_LINK_LENGTH = 2048

/**
 * Maximum number of characters of a text that is searched for a link. Texts that apps share along with a link are
 * shorter.
 */
export const MAX_TEXT_LENGTH = 8000

const OVERLONG_LINK_PATTERN = new RegExp(`\\S{${MAX_LINK_LENGTH + 1}}`)
const PLAUSIBLE_LINK_PATTERN = /kerf:sample|tube|tu\.be/i

/**
 * Whether a text may contain a link to a video. A fast check for the home page, which must stay small; the server
 * decides which video it is and whether its source is switched on.
 * @param takesAny whether links to other sources than YouTube are accepted
 */
export function isPlausibleLink(text: string, takesAny?: boolean): boolean {
  const isBounded = text.length <= MAX_TEXT_LENGTH && !OVERLONG_LINK_PATTERN.test(text)
  return isBounded && ((takesAny && text.includes('.')) || PLAUSIBLE_LINK_PATTERN.test(text.normalize('NFKC')))
}
