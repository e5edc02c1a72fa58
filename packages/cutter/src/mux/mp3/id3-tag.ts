import { LARGEST_ARTWORK_BYTES, type Mp3Tags } from '../../api/clip-spec.ts'
import { languageOf } from '../../bitstream/language.ts'

/** Version 2.3: the last one that every player and file manager reads. */
const VERSION = [3, 0]
const HEADER_BYTES = 10
/** Longer ones are cut off. */
const LONGEST_TEXT = 500
const UTF16 = 1
const LATIN1 = 0
const BYTE_ORDER_MARK = '\ufeff'
const FRONT_COVER = 3

/** The tag that precedes the audio of an MP3; empty without tags. */
export function id3Tag(tags: Mp3Tags | undefined): Buffer {
  const frames = [
    ...textFrame('TIT2', tags?.title),
    ...textFrame('TPE1', tags?.artist),
    ...languageFrame(tags?.language),
    ...artworkFrame(tags?.artwork),
  ]
  if (frames.length === 0) return Buffer.alloc(0)
  const body = Buffer.concat(frames)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('ID3', 'latin1')
  header.set(VERSION, 3)
  // Seven bits a byte, so that no size looks like audio.
  for (let index = 0; index < 4; index++) header[6 + index] = (body.length >> (7 * (3 - index))) & 0x7f
  return Buffer.concat([header, body])
}

function textFrame(id: string, text: string | undefined): Buffer[] {
  // Lists of strings are separated by zeros, and line breaks are no part of a name.
  const name = text?.replace(/\p{Cc}+/gu, ' ').trim()
  if (!name) return []
  const value = Buffer.from(BYTE_ORDER_MARK + withoutHalfPair(name.slice(0, LONGEST_TEXT)), 'utf16le')
  return [frame(id, Buffer.from([UTF16]), value)]
}

function languageFrame(language: string | undefined): Buffer[] {
  const { code } = languageOf(language)
  return code === languageOf(null).code ? [] : [frame('TLAN', Buffer.from([LATIN1]), Buffer.from(code, 'latin1'))]
}

/** A surrogate pair must not be split where the text is cut off. */
function withoutHalfPair(text: string): string {
  return text.toWellFormed().replace(/\ufffd$/u, '')
}

/** Artwork that is no image, or too large, is left out. */
function artworkFrame(artwork: Mp3Tags['artwork']): Buffer[] {
  if (!artwork || artwork.bytes.length > LARGEST_ARTWORK_BYTES || !isImage(artwork)) return []
  const { mimeType, bytes } = artwork
  const about = Buffer.concat([
    Buffer.from([LATIN1]),
    Buffer.from(`${mimeType}\0`, 'latin1'),
    Buffer.from([FRONT_COVER, 0]),
  ])
  return [frame('APIC', about, bytes)]
}

function isImage({ mimeType, bytes }: NonNullable<Mp3Tags['artwork']>): boolean {
  const start = mimeType === 'image/png' ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff]
  return start.every((value, index) => bytes[index] === value)
}

function frame(id: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(id, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
