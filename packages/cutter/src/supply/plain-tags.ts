import { type ClipTags, LARGEST_ARTWORK_BYTES } from '../api/clip-spec.ts'
import { languageOf } from '../bitstream/language.ts'

/** Longer ones are cut off. */
const LONGEST_TEXT = 500

/** Tags as they are written: texts on one line, a language of three letters (ISO 639-2/T), an image that is one. Anything else is left out. */
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
    artwork: artwork && artwork.bytes.length <= LARGEST_ARTWORK_BYTES && isImage(artwork) ? artwork : null,
  }
}

/** Formats separate texts by zeros, and line breaks are no part of a name. */
function plainText(text: string | undefined): string | null {
  const name = text?.replace(/\p{Cc}+/gu, ' ').trim()
  return name ? withoutHalfPair(name.slice(0, LONGEST_TEXT)) : null
}

/** A surrogate pair must not be split where the text is cut off. */
function withoutHalfPair(text: string): string {
  return text.toWellFormed().replace(/\ufffd$/u, '')
}

function isImage({ mimeType, bytes }: NonNullable<ClipTags['artwork']>): boolean {
  const start = mimeType === 'image/png' ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff]
  return start.every((value, index) => bytes[index] === value)
}
