import type { PlainTags } from '../../supply/plain-tags.ts'

const VENDOR = '@kerf/cutter'
const FRONT_COVER = 3

/** The tags of FLAC and Ogg: a list of `NAME=text`. @param more entries that only one of them has */
export function vorbisComment({ title, artist, language }: PlainTags, more: readonly string[] = []): Buffer {
  const named = Object.entries({ TITLE: title, ARTIST: artist, LANGUAGE: language })
  const entries = [...named.flatMap(([name, text]) => (text === null ? [] : [`${name}=${text}`])), ...more]
  return Buffer.concat([withLength(VENDOR), u32le(entries.length), ...entries.map(withLength)])
}

/** An image as FLAC has it; Ogg has the same as text. Its size in pixels is left for players to find. */
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
