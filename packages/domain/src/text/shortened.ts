/** How long a name may be. */
export interface Room {
  characters: number
  bytes: number
}

/** As many whole characters, as people count them, as there is room for. */
export function shortened(text: string, room: Room): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const longer = short + segment
    if (longer.length > room.characters || bytesOf(longer) > room.bytes) return short
    short = longer
  }
  return short
}

/** The length of a text in UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length
