/** Most characters and bytes of a name. */
export interface Room {
  characters: number
  bytes: number
}

/** As many whole graphemes of a text as fit. */
export function shorten(text: string, room: Room): string {
  let result = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const longer = result + segment
    if (longer.length > room.characters || bytesOf(longer) > room.bytes) return result
    result = longer
  }
  return result
}

/** Length of a text in UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length
