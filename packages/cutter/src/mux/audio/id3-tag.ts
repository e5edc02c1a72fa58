import type { ClipTags } from '../../api/clip-spec.ts'
import { plainTags } from '../../supply/plain-tags.ts'

/** ID3 version 2.3, the latest version that every player and file manager reads. */
const ID3_VERSION = [3, 0]
const HEADER_BYTES = 10
const UTF16 = 1
const LATIN1 = 0
const BYTE_ORDER_MARK = '\ufeff'
const FRONT_COVER = 3

/** Builds the ID3 tag that precedes the audio of an MP3; empty without tags. */
export function id3Tag(tags: ClipTags | undefined): Buffer {
  const { title, artist, language, artwork } = plainTags(tags)
  const frames = [
    ...textFrame('TIT2', title),
    ...textFrame('TPE1', artist),
    ...languageFrame(language),
    ...artworkFrame(artwork),
  ]
  if (frames.length === 0) return Buffer.alloc(0)
  const body = Buffer.concat(frames)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('ID3', 'latin1')
  header.set(ID3_VERSION, 3)
  // The size has seven bits per byte, so that it never looks like an audio frame.
  for (let index = 0; index < 4; index++) header[6 + index] = (body.length >> (7 * (3 - index))) & 0x7f
  return Buffer.concat([header, body])
}

function textFrame(id: string, text: string | null): Buffer[] {
  if (text === null) return []
  return [id3Frame(id, Buffer.from([UTF16]), Buffer.from(BYTE_ORDER_MARK + text, 'utf16le'))]
}

function languageFrame(code: string | null): Buffer[] {
  return code === null ? [] : [id3Frame('TLAN', Buffer.from([LATIN1]), Buffer.from(code, 'latin1'))]
}

function artworkFrame(artwork: ClipTags['artwork'] | null): Buffer[] {
  if (!artwork) return []
  const { mimeType, bytes } = artwork
  const fields = Buffer.concat([
    Buffer.from([LATIN1]),
    Buffer.from(`${mimeType}\0`, 'latin1'),
    Buffer.from([FRONT_COVER, 0]),
  ])
  return [id3Frame('APIC', fields, bytes)]
}

function id3Frame(id: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(id, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
