/** NAL unit types of H.264 (ITU-T H.264, table 7-1) that matter for a splice. */
const SLICE_TYPE = 1
const SLICE_PARTITION_A = 2
export const IDR_SLICE = 5
export const SEI_TYPE = 6
export const SPS_TYPE = 7
export const PPS_TYPE = 8

export function nalType(nal: Uint8Array): number {
  return nal[0]! & 0x1f
}

/**
 * Yields the NAL units of a sample as MP4 stores them, each after its length. Stops without an error where the bytes
 * end, so that callers can pass only the beginning of a sample.
 */
export function* lengthPrefixedNals(sample: Uint8Array, lengthBytes: number): Generator<Uint8Array> {
  let at = 0
  while (at + lengthBytes < sample.length) {
    let length = 0
    for (let index = 0; index < lengthBytes; index++) length = length * 256 + sample[at + index]!
    at += lengthBytes
    yield sample.subarray(at, at + length)
    at += length
  }
}

export const START_CODE = Buffer.from([0, 0, 1])

/** Splits a byte stream (Annex B) into its NAL units, at the start codes 00 00 01. */
export function splitByteStream(stream: Uint8Array): Buffer[] {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.length)
  const nals: Buffer[] = []
  for (let start = bytes.indexOf(START_CODE); start >= 0; ) {
    const next = bytes.indexOf(START_CODE, start + 3)
    let end = next < 0 ? bytes.length : next
    // A start code may be four bytes long, and a NAL unit never ends with a zero byte.
    while (end > start + 3 && bytes[end - 1] === 0) end -= 1
    if (end > start + 3) nals.push(bytes.subarray(start + 3, end))
    start = next
  }
  return nals
}

/** The NAL units of a sample. @param lengthBytes bytes of each length; null: the sample is a byte stream */
export function nalsOf(sample: Uint8Array, lengthBytes: number | null): Iterable<Uint8Array> {
  return lengthBytes === null ? splitByteStream(sample) : lengthPrefixedNals(sample, lengthBytes)
}

export function joinLengthPrefixed(nals: readonly Uint8Array[], lengthBytes: number): Buffer {
  const total = nals.reduce((sum, nal) => sum + lengthBytes + nal.length, 0)
  const sample = Buffer.allocUnsafe(total)
  let at = 0
  for (const nal of nals) {
    sample.writeUIntBE(nal.length, at, lengthBytes)
    sample.set(nal, at + lengthBytes)
    at += lengthBytes + nal.length
  }
  return sample
}

/** Whether other frames may be predicted from this sample (nal_ref_idc). One reference field is enough. */
export function isReferenceSample(sample: Uint8Array, lengthBytes: number | null): boolean {
  let hasSlice = false
  for (const nal of nalsOf(sample, lengthBytes)) {
    if (nal.length > 0 && isSlice(nalType(nal))) {
      hasSlice = true
      if ((nal[0]! & 0x60) !== 0) return true
    }
  }
  return !hasSlice
}

/** The parameter sets inside a sample. Some MP4 files have sets there, in addition to the sets in avcC. */
export function parameterSetsIn(sample: Uint8Array, lengthBytes: number): Uint8Array[] {
  const nals = [...lengthPrefixedNals(sample, lengthBytes)].filter((nal) => nal.length > 0)
  return nals.filter((nal) => [SPS_TYPE, PPS_TYPE].includes(nalType(nal)))
}

/** Rewrites a sample whose lengths have `from` bytes with lengths of `to` bytes. */
export function withLengthBytes(sample: Uint8Array, from: number, to: number): Uint8Array {
  return from === to ? sample : joinLengthPrefixed([...lengthPrefixedNals(sample, from)], to)
}

export function isSlice(type: number): boolean {
  return type === SLICE_TYPE || type === SLICE_PARTITION_A || type === IDR_SLICE
}

/** Whether a NAL unit is a part of a frame: a slice or a partition of one, not a message, a set or filler data. */
export function isFrameNal(nal: Uint8Array): boolean {
  const type = nalType(nal)
  return type >= SLICE_TYPE && type <= IDR_SLICE
}

/** Highest NAL unit type that H.264 defines. */
const MAX_NAL_TYPE = 21

/** Whether NAL units with their lengths fill a sample to its last byte. */
export function isWholeSample(sample: Uint8Array, lengthBytes: number): boolean {
  let at = 0
  while (at < sample.length) {
    if (at + lengthBytes >= sample.length) return false
    let length = 0
    for (let index = 0; index < lengthBytes; index++) length = length * 256 + sample[at + index]!
    const header = sample[at + lengthBytes]!
    const type = header & 0x1f
    if (length === 0 || (header & 0x80) !== 0 || type === 0 || type > MAX_NAL_TYPE) return false
    at += lengthBytes + length
  }
  return at === sample.length
}
