import { PayloadBits, withoutEmulationPrevention } from './payload-bits.ts'

/** What a sequence parameter set says of its frames (7.3.2.1.1), as far as it is needed to read and write how a slice begins. */
export interface SequenceParameters {
  id: number
  profile: number
  frameNumberBits: number
  /** How many bits tell the order in which frames are shown; null where another rule than the usual one (type 0) tells it. */
  orderBits: number | null
  /** Never fields. */
  areFramesOnly: boolean
  widthInMacroblocks: number
  /** Of a frame. */
  heightInMacroblocks: number
  /** Nothing is left out on the left and at the top. */
  beginsAtCorner: boolean
}

/** Profiles whose parameter sets tell the kind of colour before anything else. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44])
/** 4:2:0 */
const USUAL_COLOURS = 1
/** By the standard (7.4.2.1.1). */
const MOST_COUNTER_BITS = 16
const MOST_MACROBLOCKS_IN_A_ROW = 2048

/**
 * @param sps a sequence parameter set, its NAL header included
 * @returns null where colours are other than 4:2:0 or scaled in their own way, or where it is none that could be
 */
export function parseSequenceParameters(sps: Uint8Array): SequenceParameters | null {
  const bits = new PayloadBits(withoutEmulationPrevention(sps), 8)
  const profile = bits.readBits(8)
  bits.readBits(16) // constraints, the level
  const id = bits.readExpGolomb()
  if (HIGH_PROFILES.has(profile)) {
    const colours = bits.readExpGolomb()
    bits.readExpGolomb() // bits of brightness
    bits.readExpGolomb() // and of colour
    bits.readBits(1)
    const hasOwnScaling = bits.readBits(1) === 1
    if (colours !== USUAL_COLOURS || hasOwnScaling) {
      return null
    }
  }
  const frameNumberBits = bits.readExpGolomb() + 4
  const orderType = bits.readExpGolomb()
  if (orderType === 1) {
    return null
  }
  const orderBits = orderType === 0 ? bits.readExpGolomb() + 4 : null
  bits.readExpGolomb() // reference frames
  bits.readBits(1)
  const widthInMacroblocks = bits.readExpGolomb() + 1
  const heightInUnits = bits.readExpGolomb() + 1
  const areFramesOnly = bits.readBits(1) === 1
  if (!areFramesOnly) {
    bits.readBits(1)
  }
  bits.readBits(1)
  const isCropped = bits.readBits(1) === 1
  const [left, , top] = isCropped ? Array.from({ length: 4 }, () => bits.readExpGolomb()) : [0, 0, 0]
  const beginsAtCorner = left === 0 && top === 0
  const heightInMacroblocks = heightInUnits * (areFramesOnly ? 1 : 2)
  const isBelievable =
    frameNumberBits <= MOST_COUNTER_BITS &&
    (orderBits ?? 0) <= MOST_COUNTER_BITS &&
    Math.max(widthInMacroblocks, heightInMacroblocks) <= MOST_MACROBLOCKS_IN_A_ROW
  const size = { widthInMacroblocks, heightInMacroblocks, beginsAtCorner }
  return isBelievable ? { id, profile, frameNumberBits, orderBits, areFramesOnly, ...size } : null
}
