import { BitReader } from '../bit-reader.ts'
import type { Colours } from '../colours.ts'

const VERSION_1 = [1, 0, 0, 0]
const MAX_PROFILE = 3
const FIRST_DEEP_PROFILE = 2
const SYNC_CODE_BITS = 24
const SRGB = 7
const COLLOCATED_420 = 1
const SAMPLED_422 = 2
const SAMPLED_444 = 3
const UNSPECIFIED = 2
/**
 * H.273 matrices by color_space of a frame header: unknown, BT.601, BT.709, SMPTE 170M, SMPTE 240M, BT.2020, reserved,
 * sRGB.
 */
const MATRICES = [UNSPECIFIED, 5, 1, 6, 7, 9, UNSPECIFIED, 0]

/** Each level, with its maximum number of luma samples per second and per frame. */
const LEVELS: readonly (readonly [level: number, perSecond: number, perFrame: number])[] = [
  [10, 829_440, 36_864],
  [11, 2_764_800, 73_728],
  [20, 4_608_000, 122_880],
  [21, 9_216_000, 245_760],
  [30, 20_736_000, 552_960],
  [31, 36_864_000, 983_040],
  [40, 83_558_400, 2_228_224],
  [41, 160_432_128, 2_228_224],
  [50, 311_951_360, 8_912_896],
  [51, 588_251_136, 8_912_896],
  [52, 1_176_502_272, 8_912_896],
  [60, 1_176_502_272, 35_651_584],
  [61, 2_353_004_544, 35_651_584],
]
const MAX_LEVEL = 62

interface ShownFrames {
  width: number
  height: number
  frameRate: number
  /** Colours that the container names; null: the colours in the frame header are used. */
  colours: Colours | null
}

/** Builds the contents of vpcC (VP Codec ISO Media File Format Binding) from the header of a keyframe. */
export function vp9Configuration(keyframe: Uint8Array, { width, height, frameRate, colours }: ShownFrames): Buffer {
  const { profile, depth, sampling, isFullRange, matrix } = colourOf(keyframe)
  const pixels = width * height
  const levelRow = LEVELS.find(([, perSecond, perFrame]) => pixels <= perFrame && pixels * frameRate <= perSecond)
  const range = colours?.isFullRange || isFullRange ? 1 : 0
  const form = (depth << 4) | (sampling << 1) | range
  const colourFields = [colours?.primaries ?? UNSPECIFIED, colours?.transfer ?? UNSPECIFIED, colours?.matrix ?? matrix]
  const noInitialization = [0, 0]
  return Buffer.from([...VERSION_1, profile, levelRow?.[0] ?? MAX_LEVEL, form, ...colourFields, ...noInitialization])
}

function colourOf(keyframe: Uint8Array) {
  const bits = new BitReader(keyframe)
  bits.readBits(2)
  const profile = bits.readBits(1) | (bits.readBits(1) << 1)
  if (profile === MAX_PROFILE) bits.readBits(1)
  // show_existing_frame, frame_type, show_frame, error_resilient_mode.
  bits.readBits(4)
  bits.readBits(SYNC_CODE_BITS)
  const depth = profile < FIRST_DEEP_PROFILE ? 8 : bits.readBits(1) ? 12 : 10
  const space = bits.readBits(3)
  const isFullRange = space === SRGB || bits.readBits(1) === 1
  const hasFreeSubsampling = profile % 2 === 1
  const halvings = space === SRGB ? 0 : hasFreeSubsampling ? bits.readBits(1) + bits.readBits(1) : 2
  const sampling = [SAMPLED_444, SAMPLED_422, COLLOCATED_420][halvings]!
  return { profile, depth, sampling, isFullRange, matrix: MATRICES[space]! }
}
