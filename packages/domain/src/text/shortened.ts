/** Maximum length of a name, in characters (UTF-16 units) and in bytes of UTF-8. */
export interface LengthLimit {
  characters: number
  bytes: number
}

/** As many whole graphemes of a text as fit. */
export function shorten(text: string, limit: LengthLimit): string {
  let result = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const longerText = result + segment
    if (longerText.length > limit.characters || utf8Length(longerText) > limit.bytes) return result
    result = longerText
  }
  return result
}

/** Length of a text in UTF-8. */
export const utf8Length = (text: string): number => new TextEncoder().encode(text).length
