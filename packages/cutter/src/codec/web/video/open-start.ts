import { withEmulationPrevention, withoutEmulationPrevention } from '../../../bitstream/bit-reader.ts'
import { parseAvcConfiguration } from '../../../bitstream/h264/avc-configuration.ts'
import { IDR_SLICE, nalsOf, nalType, PPS_TYPE, SPS_TYPE } from '../../../bitstream/h264/nal-units.ts'
import { bitsOf, joinedNals, packBits } from './nal-bits.ts'
import { type HeaderFields, headerFieldsOf, referenceMarking } from './reference-marking.ts'

const SLICE_TYPE = 1
/** Reference frames after which none drops a frame from before the start. */
const MAX_REFERENCES = 32

/**
 * Changes the frames after a keyframe of an open GOP, where decoding begins. Chromium ends at a frame that drops a
 * reference to a frame from before. Such a frame gets no commands: the decoder then drops the oldest reference.
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
      return isChanged ? joinedNals(changedNals, lengthBytes) : chunk
    },
  }
}

/** @param references number of reference frames since the start, before this one */
function withoutLostDrops(slice: Uint8Array, fields: HeaderFields, references: number): Uint8Array {
  const marking = referenceMarking(slice, fields)
  if (!marking?.dropped.some((distance) => distance > references)) return slice
  const payload = withoutEmulationPrevention(slice)
  const { from, to, headerEnd } = marking
  const header = `${bitsOf(payload, 0, from)}0${bitsOf(payload, to, headerEnd)}`
  // Arithmetic coding begins at a whole byte, after ones. Other data follow at once, and end with a stop bit.
  const changedBits = fields.isArithmetic
    ? header.padEnd(Math.ceil(header.length / 8) * 8, '1')
    : header + bitsOf(payload, headerEnd, payload.length * 8).replace(/0*$/, '')
  const rest = fields.isArithmetic ? payload.subarray(Math.ceil(headerEnd / 8)) : []
  return withEmulationPrevention([...packBits(changedBits), ...rest])
}
