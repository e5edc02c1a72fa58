/** NAL unit types of H.264 (ITU-T H.264, table 7-1) that matter for a splice. */
const SLICE = 1
const SLICE_PARTITION_A = 2
export const IDR_SLICE = 5
export const SUPPLEMENTAL = 6
export const SEQUENCE_PARAMETERS = 7
export const FRAME_PARAMETERS = 8
const ACCESS_UNIT_DELIMITER = 9

export function nalType(nal: Uint8Array): number {
  return nal[0]! & 0x1f
}

/**
 * The NAL units of a sample as MP4 stores them, each after its length. Stops silently where the bytes end, so that
 * the beginning of a sample can be looked at.
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

/** The NAL units of a byte stream as encoders write it, separated by start codes 00 00 01. */
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

/** @param lengthBytes null: the sample is a byte stream */
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

/** Whether other frames may be predicted from this one (nal_ref_idc). Either of two fields may be the reference. */
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

/** The parameter sets in a sample, besides its frame. An MP4 should have none there, but some do. */
export function parameterSetsIn(sample: Uint8Array, lengthBytes: number): Uint8Array[] {
  const nals = [...lengthPrefixedNals(sample, lengthBytes)].filter((nal) => nal.length > 0)
  return nals.filter((nal) => [SEQUENCE_PARAMETERS, FRAME_PARAMETERS].includes(nalType(nal)))
}

/** The same sample with lengths of another size before its NAL units. */
export function withLengthBytes(sample: Uint8Array, from: number, to: number): Uint8Array {
  return from === to ? sample : joinLengthPrefixed([...lengthPrefixedNals(sample, from)], to)
}

export function isSlice(type: number): boolean {
  return type === SLICE || type === SLICE_PARTITION_A || type === IDR_SLICE
}

/** The NAL units that an encoder emits besides the frame; in MP4, parameter sets are in the sample entry. */
export function isFrameNal(nal: Uint8Array): boolean {
  const type = nalType(nal)
  return ![SUPPLEMENTAL, SEQUENCE_PARAMETERS, FRAME_PARAMETERS, ACCESS_UNIT_DELIMITER].includes(type)
}

/** NAL unit types that H.264 allows in a frame's sample. */
const LAST_TYPE = 21

/** Whether a sample is a run of NAL units, each after its length, to its very last byte. */
export function isWholeSample(sample: Uint8Array, lengthBytes: number): boolean {
  let at = 0
  while (at < sample.length) {
    if (at + lengthBytes >= sample.length) return false
    let length = 0
    for (let index = 0; index < lengthBytes; index++) length = length * 256 + sample[at + index]!
    const header = sample[at + lengthBytes]!
    const type = header & 0x1f
    if (length === 0 || (header & 0x80) !== 0 || type === 0 || type > LAST_TYPE) return false
    at += lengthBytes + length
  }
  return at === sample.length
}
