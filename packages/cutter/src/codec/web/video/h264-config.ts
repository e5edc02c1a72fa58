import { unsupportedMedia } from '../../../api/cutter-error.ts'

/** Properties of frames that the settings of an encoder depend on. */
export interface H264Shape {
  width: number
  height: number
  frameRate: number
  /** Name of the source's profile; null: any. */
  profile: string | null
}

/** The first bytes of an SPS for each profile: profile_idc, and the flags of constrained baseline. */
const PROFILE_CODES = { high: '6400', main: '4D40', baseline: '42E0' } as const
type EncodedProfile = keyof typeof PROFILE_CODES
const PROFILES = Object.keys(PROFILE_CODES) as EncodedProfile[]

/** Levels with their limits (ITU-T H.264, table A-1): macroblocks a second, macroblocks a frame, bits a second. */
const LEVELS: readonly (readonly [level: number, perSecond: number, perFrame: number, bitrate: number])[] = [
  [10, 1485, 99, 64_000],
  [11, 3000, 396, 192_000],
  [12, 6000, 396, 384_000],
  [13, 11_880, 396, 768_000],
  [20, 11_880, 396, 2_000_000],
  [21, 19_800, 792, 4_000_000],
  [22, 20_250, 1620, 4_000_000],
  [30, 40_500, 1620, 10_000_000],
  [31, 108_000, 3600, 14_000_000],
  [32, 216_000, 5120, 20_000_000],
  [40, 245_760, 8192, 20_000_000],
  [41, 245_760, 8192, 50_000_000],
  [42, 522_240, 8704, 50_000_000],
  [50, 589_824, 22_080, 135_000_000],
  [51, 983_040, 36_864, 240_000_000],
  [52, 2_073_600, 36_864, 240_000_000],
]
const MAX_LEVEL = 62
const MACROBLOCK = 16

/** Bits for each pixel of a second at the quality of `BASE_CRF`. Six steps of the CRF halve them. */
const BASE_BITS_PER_PIXEL = 0.45
const BASE_CRF = 20
const CRF_HALF = 6
/** Frame rate up to which bits grow with it. Frames that follow each other faster differ less. */
const FULL_COST_FRAME_RATE = 30
const MIN_BITRATE = 500_000
const MAX_BITRATE = 120_000_000

/** Average bits a second that give frames of this size about the quality of a CRF. */
export function bitrateFor({ width, height, frameRate }: H264Shape, crf: number): number {
  const rate = Math.min(frameRate, FULL_COST_FRAME_RATE) + Math.max(0, frameRate - FULL_COST_FRAME_RATE) / 2
  const bits = width * height * rate * BASE_BITS_PER_PIXEL * 2 ** ((BASE_CRF - crf) / CRF_HALF)
  return Math.round(Math.min(MAX_BITRATE, Math.max(MIN_BITRATE, bits)))
}

function levelFor({ width, height, frameRate }: H264Shape, bitrate: number): number {
  const macroblocks = Math.ceil(width / MACROBLOCK) * Math.ceil(height / MACROBLOCK)
  const level = LEVELS.find(
    ([, perSecond, perFrame, maxBitrate]) =>
      macroblocks <= perFrame && macroblocks * frameRate <= perSecond && bitrate <= maxBitrate,
  )
  return level?.[0] ?? MAX_LEVEL
}

/** The requested profile and those below it, whose frames every decoder of the requested one can decode. */
function profilesFor(profile: string | null): readonly EncodedProfile[] {
  const from = profile === null ? 0 : PROFILES.indexOf(profile as EncodedProfile)
  return from < 0 ? [] : PROFILES.slice(from)
}

/** Finds the settings by which this browser encodes H.264; null if it cannot. */
export async function findH264Config(shape: H264Shape, bitrate: number): Promise<VideoEncoderConfig | null> {
  const { width, height, frameRate, profile } = shape
  // 4:2:0 has one chroma value for two rows and two columns.
  if (width % 2 === 1 || height % 2 === 1) return null
  const level = levelFor(shape, bitrate).toString(16).toUpperCase().padStart(2, '0')
  for (const encodedProfile of profilesFor(profile)) {
    for (const hardwareAcceleration of ['prefer-software', 'no-preference'] as const) {
      const config: VideoEncoderConfig = {
        codec: `avc1.${PROFILE_CODES[encodedProfile]}${level}`,
        width,
        height,
        bitrate,
        bitrateMode: 'variable',
        framerate: frameRate,
        latencyMode: 'quality',
        hardwareAcceleration,
        avc: { format: 'annexb' },
      }
      const support = await VideoEncoder.isConfigSupported(config).catch(() => null)
      if (support?.supported) return config
    }
  }
  return null
}

/** @throws CutterError unsupported_media if this browser cannot encode frames like these */
export async function supportedH264Config(
  shape: H264Shape,
  { crf, maxBitrate }: { crf: number; maxBitrate: number | null },
): Promise<VideoEncoderConfig> {
  const bitrate = Math.min(bitrateFor(shape, crf), maxBitrate ?? Number.POSITIVE_INFINITY)
  const config = await findH264Config(shape, Math.round(bitrate))
  if (!config) throw unsupportedMedia(h264Refusal(shape))
  return config
}

export function h264Refusal({ width, height, profile }: H264Shape): string {
  if (profilesFor(profile).length === 0) return `This browser cannot encode H.264 of the profile ${profile}.`
  return `This browser cannot encode H.264 of ${width} x ${height}.`
}
