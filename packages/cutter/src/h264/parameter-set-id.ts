import { nalType, SEQUENCE_PARAMETERS } from './nal-units.ts'

/** How many bytes of a parameter set hold its id for certain, emulation prevention included. */
const ID_WITHIN_BYTES = 32

/** The id of an SPS or PPS: the first Exp-Golomb number of a PPS, and of an SPS after profile and level. */
export function parameterSetId(set: Uint8Array): number {
  const payload = withoutEmulationPrevention(set.subarray(0, ID_WITHIN_BYTES))
  const isSps = nalType(set) === SEQUENCE_PARAMETERS
  return readExpGolomb(payload, isSps ? 32 : 8)
}

/** Encoders put a 3 behind two zero bytes, so that no start code arises inside a NAL unit. */
function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const payload: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    payload.push(byte)
  }
  return Uint8Array.from(payload)
}

function readExpGolomb(bytes: Uint8Array, firstBit: number): number {
  let bit = firstBit
  const next = () => {
    const value = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
    bit += 1
    return value
  }
  let leadingZeros = 0
  while (next() === 0 && leadingZeros < 32) {
    leadingZeros += 1
  }
  let value = 1
  for (let index = 0; index < leadingZeros; index++) {
    value = value * 2 + next()
  }
  return value - 1
}
