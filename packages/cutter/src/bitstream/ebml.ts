/** Element ids of Matroska and WebM, with their length markers, as stored in the file. */
export const EBML_IDS = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  void: 0xec,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  defaultDuration: 0x23e383,
  trackType: 0x83,
  flagLacing: 0x9c,
  name: 0x536e,
  language: 0x22b59c,
  languageIetf: 0x22b59d,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncodingScope: 0x5032,
  contentCompression: 0x5034,
  contentCompressionAlgorithm: 0x4254,
  contentCompressionSettings: 0x4255,
  contentEncryption: 0x5035,
  seekPreRoll: 0x56bb,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  alphaMode: 0x53c0,
  colour: 0x55b0,
  matrixCoefficients: 0x55b1,
  range: 0x55b9,
  transferCharacteristics: 0x55ba,
  primaries: 0x55bb,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  referenceBlock: 0xfb,
  discardPadding: 0x75a2,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cueRelativePosition: 0xf0,
  cueDuration: 0xb2,
  chapters: 0x1043a770,
  editionEntry: 0x45b9,
  chapterAtom: 0xb6,
  chapterUid: 0x73c4,
  chapterTimeStart: 0x91,
  chapterTimeEnd: 0x92,
  chapterFlagHidden: 0x98,
  chapterDisplay: 0x80,
  chapterString: 0x85,
  chapterLanguage: 0x437c,
} as const

export function element(id: number, ...content: Uint8Array[]): Buffer {
  const body = content.length === 1 ? content[0]! : Buffer.concat(content)
  return Buffer.concat([unsignedBytes(id), sizeBytes(body.length), body])
}

export function unsignedElement(id: number, value: number): Buffer {
  return element(id, unsignedBytes(value))
}

export function signedElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(Math.round(value)))
  return element(id, bytes)
}

export function floatElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return element(id, bytes)
}

export function textElement(id: number, value: string): Buffer {
  return element(id, Buffer.from(value, 'utf8'))
}

/** An element with an eight-byte unsigned number, so that a larger number can replace it later. */
export function eightByteElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return element(id, bytes)
}

/** An element's id and its size in eight bytes, without content. A larger size can replace it later. */
export function eightByteSizeHead(id: number, size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(size))
  bytes[0] = 0x01
  return Buffer.concat([unsignedBytes(id), bytes])
}

/** Encodes the size of an element. @param length bytes of the encoded size; default: as few as possible */
export function sizeBytes(
  size: number,
  // A size whose bits are all ones means "unknown".
  length = [1, 2, 3, 4, 5, 6].find((count) => size < 2 ** (7 * count) - 1) ?? 8,
): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * length)))
  return bytes.subarray(8 - length)
}

/** The shortest big-endian encoding of a number: at least one byte. */
export function unsignedBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  const firstNonZero = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(firstNonZero < 0 ? 7 : firstNonZero)
}

/** Position of an EBML element (RFC 8794), as offsets in the bytes it was read from. */
export interface EbmlElement {
  id: number
  start: number
  bodyStart: number
  /** Infinity when the size is unknown, as live recorders write it. */
  end: number
}

export const MAX_HEADER_BYTES = 12

/** Reads the header of the element at offset `at`; null if the bytes are no header or end inside it. */
export function readElement(bytes: Buffer, at: number): EbmlElement | null {
  const idLength = vintBytes(bytes[at] ?? 0)
  if (idLength > 4 || at + idLength >= bytes.length) return null
  const sizeAt = at + idLength
  const sizeLength = vintBytes(bytes[sizeAt]!)
  if (sizeLength > 8 || sizeAt + sizeLength > bytes.length) return null
  const size = readVint(bytes, sizeAt, sizeLength)
  const bodyStart = sizeAt + sizeLength
  return { id: bytes.readUIntBE(at, idLength), start: at, bodyStart, end: size === null ? Infinity : bodyStart + size }
}

/** Length of a variable-length number (RFC 8794, 4) in bytes, by its first byte; 9 if no bit is set. */
export function vintBytes(first: number): number {
  return first === 0 ? 9 : Math.clz32(first) - 23
}

/** Value of a variable-length number without its length marker; null if all bits are set, which means "unknown". */
export function readVint(bytes: Buffer, at: number, length: number): number | null {
  let value = bytes[at]! & (0xff >> length)
  let areAllBitsSet = value === 0xff >> length
  for (let index = 1; index < length; index++) {
    value = value * 256 + bytes[at + index]!
    areAllBitsSet &&= bytes[at + index] === 0xff
  }
  return areAllBitsSet ? null : value
}

/**
 * Yields the complete elements inside a parent element. Without a parent, yields the top-level elements of the bytes.
 */
export function* childElements(
  bytes: Buffer,
  { bodyStart, end }: Pick<EbmlElement, 'bodyStart' | 'end'> = { bodyStart: 0, end: bytes.length },
): Generator<EbmlElement> {
  const limit = Math.min(end, bytes.length)
  for (let at = bodyStart; at < limit; ) {
    const child = readElement(bytes, at)
    if (!child || child.end > limit) return
    yield child
    at = child.end
  }
}

/** Reads the text of an element, up to its first zero byte. */
export function readText(bytes: Buffer, { bodyStart, end }: EbmlElement): string {
  const body = bytes.subarray(bodyStart, end)
  const zero = body.indexOf(0)
  return body.toString('utf8', 0, zero < 0 ? body.length : zero)
}

/** The child elements of an element, by id. If an id occurs twice, the last element is returned. */
export function fieldsOf(bytes: Buffer, element: EbmlElement): Map<number, EbmlElement> {
  return new Map([...childElements(bytes, element)].map((field) => [field.id, field]))
}

export function readUnsigned(bytes: Buffer, { bodyStart, end }: EbmlElement): number {
  let value = 0
  for (let at = bodyStart; at < end; at++) value = value * 256 + bytes[at]!
  return value
}
