import { plainLine } from '@kerf/domain/text/plain-text'

const MAX_TITLE_LENGTH = 200

/** Control characters, and those that change the direction of writing, which could disguise a title. */
const UNREADABLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A title for a file that has none: its name without ending, decoded, or the host when there is no name. */
export function titleFromAddress(address: string): string {
  const url = new URL(address)
  const fileName = decoded(url.pathname.split('/').at(-1) ?? '')
  const title = fileName
    .replace(UNREADABLE, ' ')
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plainLine(title, MAX_TITLE_LENGTH) || url.hostname
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
