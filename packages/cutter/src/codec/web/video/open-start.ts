import { withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import { parseAvcConfiguration } from '../../../bitstream/h264/avc-configuration.ts'
import { IDR_SLICE, nalsOf, nalType, PPS_TYPE, SPS_TYPE } from '../../../bitstream/h264/nal-units.ts'
import { dropCommands, type HeaderFields, headerFieldsOf } from './reference-marking.ts'

const SLICE_TYPE = 1
/** Reference frames after which none drops a frame from before the start. */
const MAX_REFERENCES = 32
/** The command that sets the number of long-term references. Without such references it does nothing. */
const HARMLESS_COMMAND = '00101'

/**
 * Changes the frames after a keyframe of an open GOP, where decoding begins. Chromium ends at a frame that drops a
 * reference to a frame from before, so such a command becomes another one of the same length, which does nothing.
 * @param description avcC; null: the stream is a byte stream
 * @returns null if the first chunk is an IDR frame, which needs no change
 */
export function openStart(firstChunk: Uint8Array, description: Uint8Array | null) {
  const configuration = description && parseAvcConfiguration(description)
  const lengthBytes = configuration?.lengthBytes ?? null
  const firstNals = [...nalsOf(firstChunk, lengthBytes)]
  if (firstNals.some((nal) => nalType(nal) === IDR_SLICE)) return null
  const setOf = (type: number, sets: readonly Uint8Array[] = []) =>
    firstNals.find((nal) => nalType(nal) === type) ?? sets[0]
  const sps = setOf(SPS_TYPE, configuration?.sps)
  const pps = setOf(PPS_TYPE, configuration?.pps)
  const fields = sps && pps ? headerFieldsOf(sps, pps) : null
  let references = 0

  return {
    /** Gives a chunk without the commands that cannot be obeyed: itself if it has none. */
    change(chunk: Uint8Array): Uint8Array {
      if (!fields || references >= MAX_REFERENCES) return chunk
      const nals = [...nalsOf(chunk, lengthBytes)]
      const isReference = (nal: Uint8Array) => nalType(nal) === SLICE_TYPE && nal[0]! >> 5 > 0
      if (!nals.some(isReference)) return chunk
      const changedNals = nals.map((nal) => (isReference(nal) ? withoutLostDrops(nal, fields, references) : nal))
      references += 1
      const isChanged = changedNals.some((nal, index) => nal !== nals[index])
      return isChanged ? joined(changedNals, lengthBytes) : chunk
    },
  }
}

/** @param references number of reference frames since the start, before this one */
function withoutLostDrops(slice: Uint8Array, fields: HeaderFields, references: number): Uint8Array {
  const lostDrops = dropCommands(slice, fields).filter(({ distance }) => distance > references)
  if (lostDrops.length === 0) return slice
  const payload = withoutEmulationPrevention(slice)
  for (const { from, to } of lostDrops) {
    const number = numberOfLength(to - from - HARMLESS_COMMAND.length)
    if (number !== null) writeBits(payload, from, HARMLESS_COMMAND + number)
  }
  return withEmulationPrevention(payload)
}

/** The lowest Exp-Golomb number with this many bits; null if there is none. */
function numberOfLength(bits: number): string | null {
  return bits >= 1 ? `${'0'.repeat((bits - 1) / 2)}1${'0'.repeat((bits - 1) / 2)}` : null
}

function writeBits(bytes: Uint8Array, at: number, bits: string): void {
  for (const [index, bit] of [...bits].entries()) {
    const mask = 0x80 >> ((at + index) & 7)
    const byte = (at + index) >> 3
    bytes[byte] = bit === '1' ? bytes[byte]! | mask : bytes[byte]! & ~mask
  }
}

function withEmulationPrevention(payload: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Uint8Array.from(bytes)
}

const START_CODE_BYTES = 4

/** Joins NAL units after their lengths, or after start codes. */
function joined(nals: readonly Uint8Array[], lengthBytes: number | null): Uint8Array {
  const prefixBytes = lengthBytes ?? START_CODE_BYTES
  const sample = new Uint8Array(nals.reduce((sum, nal) => sum + prefixBytes + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    const prefix = lengthBytes === null ? 1 : nal.length
    for (let byte = 0; byte < prefixBytes; byte++) sample[at + byte] = prefix >> (8 * (prefixBytes - 1 - byte))
    sample.set(nal, at + prefixBytes)
    at += prefixBytes + nal.length
  }
  return sample
}
