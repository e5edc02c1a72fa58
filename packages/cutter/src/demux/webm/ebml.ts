/** An element of EBML (RFC 8794): its place in the given bytes. */
export interface EbmlElement {
  id: number
  start: number
  bodyStart: number
  /** Infinity when its size is unknown, as a live recorder writes it. */
  end: number
}

/** The longest id and the longest size together. */
export const LONGEST_HEADER_BYTES = 12

/** Reads an element's header; null if there is none, or too few bytes for it. */
export function readElement(bytes: Buffer, at: number): EbmlElement | null {
  const idBytes = vintBytes(bytes[at] ?? 0)
  if (idBytes > 4 || at + idBytes >= bytes.length) return null
  const sizeAt = at + idBytes
  const sizeBytes = vintBytes(bytes[sizeAt]!)
  if (sizeBytes > 8 || sizeAt + sizeBytes > bytes.length) return null
  const size = readVint(bytes, sizeAt, sizeBytes)
  const bodyStart = sizeAt + sizeBytes
  return { id: bytes.readUIntBE(at, idBytes), start: at, bodyStart, end: size === null ? Infinity : bodyStart + size }
}

/** How many bytes a number of variable length takes: as its first set bit says; 9 for none. */
export function vintBytes(first: number): number {
  return first === 0 ? 9 : Math.clz32(first) - 23
}

/** The value of a number of variable length without its marker; null for the one that means "unknown". */
export function readVint(bytes: Buffer, at: number, length: number): number | null {
  let value = bytes[at]! & (0xff >> length)
  let isAllSet = value === 0xff >> length
  for (let index = 1; index < length; index++) {
    value = value * 256 + bytes[at + index]!
    isAllSet &&= bytes[at + index] === 0xff
  }
  return isAllSet ? null : value
}

/** The complete elements inside another one. */
export function* childElements(bytes: Buffer, { bodyStart, end }: EbmlElement): Generator<EbmlElement> {
  const limit = Math.min(end, bytes.length)
  for (let at = bodyStart; at < limit; ) {
    const child = readElement(bytes, at)
    if (!child || child.end > limit) return
    yield child
    at = child.end
  }
}

export function readUnsigned(bytes: Buffer, { bodyStart, end }: EbmlElement): number {
  let value = 0
  for (let at = bodyStart; at < end; at++) value = value * 256 + bytes[at]!
  return value
}

export function readFloat(bytes: Buffer, { bodyStart, end }: EbmlElement): number {
  return end - bodyStart === 8
    ? bytes.readDoubleBE(bodyStart)
    : end - bodyStart === 4
      ? bytes.readFloatBE(bodyStart)
      : 0
}
