import type { PlainTags } from '../../supply/plain-tags.ts'

const VENDOR = '@kerf/cutter'
const FRONT_COVER = 3

/** Builds the tags of FLAC and Ogg: a list of `NAME=text`. @param extraEntries entries after the text tags */
export function vorbisComment({ title, artist, language }: PlainTags, extraEntries: readonly string[] = []): Buffer {
  const textTags = Object.entries({ TITLE: title, ARTIST: artist, LANGUAGE: language })
  const entries = [...textTags.flatMap(([name, text]) => (text === null ? [] : [`${name}=${text}`])), ...extraEntries]
  return Buffer.concat([withLength(VENDOR), u32le(entries.length), ...entries.map(withLength)])
}

/** Builds a METADATA_BLOCK_PICTURE of FLAC, which Ogg has as Base64. A width and height of 0 mean "unknown". */
export function pictureBlock({ mimeType, bytes }: NonNullable<PlainTags['artwork']>): Buffer {
  const head = Buffer.alloc(8 + mimeType.length + 24)
  head.writeUInt32BE(FRONT_COVER, 0)
  head.writeUInt32BE(mimeType.length, 4)
  head.write(mimeType, 8, 'latin1')
  head.writeUInt32BE(bytes.length, head.length - 4)
  return Buffer.concat([head, bytes])
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([u32le(bytes.length), bytes])
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
