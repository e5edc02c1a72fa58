import { type ClipTags, MAX_ARTWORK_BYTES } from '../api/clip-spec.ts'
import { languageOf } from '../bitstream/language.ts'

/** Longest title or artist in characters. Longer ones are cut off. */
const MAX_TEXT_LENGTH = 500

/**
 * Tags as files contain them: texts on one line, a three-letter language code (ISO 639-2/T), a valid image. null: none.
 */
export interface PlainTags {
  title: string | null
  artist: string | null
  language: string | null
  artwork: NonNullable<ClipTags['artwork']> | null
}

export function plainTags(tags: ClipTags = {}): PlainTags {
  const { code } = languageOf(tags.language)
  const { artwork } = tags
  return {
    title: plainText(tags.title),
    artist: plainText(tags.artist),
    language: code === languageOf(null).code ? null : code,
    artwork: artwork && artwork.bytes.length <= MAX_ARTWORK_BYTES && isImage(artwork) ? artwork : null,
  }
}

/** Replaces control characters, because formats separate texts by zeros and a name has no line breaks. */
function plainText(text: string | undefined): string | null {
  const name = text?.replace(/\p{Cc}+/gu, ' ').trim()
  return name ? withoutHalfPair(name.slice(0, MAX_TEXT_LENGTH)) : null
}

/** Removes the first half of a surrogate pair at the end of a text that was cut off. */
function withoutHalfPair(text: string): string {
  return text.toWellFormed().replace(/\ufffd$/u, '')
}

function isImage({ mimeType, bytes }: NonNullable<ClipTags['artwork']>): boolean {
  const start = mimeType === 'image/png' ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff]
  return start.every((value, index) => bytes[index] === value)
}
