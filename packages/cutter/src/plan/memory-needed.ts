import { CutterError } from '../api/cutter-error.ts'
import { LARGE_PIXELS, MAX_CODEC_BYTES, MAX_PIXELS_AHEAD } from '../api/media-limits.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import type { VideoDescription } from '../demux/common/track-descriptions.ts'
import type { ClipFrames } from './cut-task.ts'
import type { FrameSize } from './scaled-size.ts'

/** Number of frames that each decoder holds, measured at 4K and 8K. */
const DECODED_FRAMES: Record<VideoCodecName, number> = { h264: 10, hevc: 9, vp8: 6, vp9: 6, av1: 8 }
/**
 * Memory of each encoder in bytes per pixel, measured at 4K and 8K. `painted` is a re-encode with subtitles drawn or a
 * fade. For VP9 in 4K, libvpx takes 600 MB, of which 400 MB are a buffer of tokens that no setting reduces.
 */
const BYTES_PER_PIXEL = { splice: 11, transcode: 28, painted: 36, still: 10, vp8: 72, vp9: 72, av1: 32 } as const
/** Additional bytes per pixel for the longer lookahead of two passes, which large frames do not have. */
const BYTES_OF_LONG_LOOKAHEAD = 30
/** Above 4K, the H.264 encoder has no lookahead and saves its bytes per pixel. */
const MAX_PIXELS_WITH_LOOKAHEAD = 3840 * 2160
const BYTES_OF_LOOKAHEAD = 12
/** Samples per pixel in 4:2:0: one of luma, and a quarter of each of the two chroma planes. */
const SAMPLES_PER_PIXEL = 1.5

export type EncodedAs = keyof typeof BYTES_PER_PIXEL

/** Memory in bytes for decoding frames of the source and encoding them in another size. */
export function codecBytes(
  source: Pick<VideoDescription, 'codec' | 'width' | 'height'> & {
    configurations?: Readonly<VideoDescription['configurations']>
  },
  encodedAs: EncodedAs,
  size: FrameSize,
  isTwoPass = false,
): number {
  const sampleBytes = source.configurations?.some((configuration) => hasDeepSamples(source.codec, configuration))
    ? 2
    : 1
  const frameBytes = source.width * source.height * SAMPLES_PER_PIXEL * sampleBytes
  const pixels = size.width * size.height
  const isH264 = encodedAs === 'transcode' || encodedAs === 'painted'
  const isWithoutLookahead = isH264 && pixels > MAX_PIXELS_WITH_LOOKAHEAD
  const longLookahead = isTwoPass && pixels <= LARGE_PIXELS ? BYTES_OF_LONG_LOOKAHEAD : 0
  const bytesPerPixel = BYTES_PER_PIXEL[encodedAs] - (isWithoutLookahead ? BYTES_OF_LOOKAHEAD : 0) + longLookahead
  // A frame is decoded while the frame before is encoded.
  const aheadFrames = isH264 && source.width * source.height <= MAX_PIXELS_AHEAD ? 1 : 0
  return (DECODED_FRAMES[source.codec] + aheadFrames) * frameBytes + bytesPerPixel * pixels
}

/**
 * Refuses, before decoding, a clip that needs more memory than allowed. Otherwise the system would kill the process.
 * @param options heldBytes: memory of frames held outside the codecs. maxCodecBytes: the allowed memory
 * @throws CutterError too_large
 */
export function requireMemory(
  frames: ClipFrames,
  encodedAs: Exclude<EncodedAs, 'splice'>,
  {
    heldBytes = 0,
    isTwoPass = false,
    maxCodecBytes = MAX_CODEC_BYTES,
  }: { heldBytes?: number; isTwoPass?: boolean; maxCodecBytes?: number } = {},
): void {
  const { opened } = frames.parts[0]!
  const { description } = opened
  const isDecoding = frames.kind !== 'splice' || frames.parts.some(({ plan }) => plan.head || plan.tail)
  const neededBytes =
    heldBytes +
    (frames.kind === 'splice'
      ? codecBytes(description, 'splice', description)
      : codecBytes(description, encodedAs, frames.parts[0]!.size, isTwoPass))
  if (isDecoding && neededBytes > maxCodecBytes) {
    const size = `${description.width} by ${description.height} pixels`
    throw new CutterError(
      'too_large',
      `Frames of ${size} would take ${megabytes(neededBytes)} to decode and encode; ${megabytes(maxCodecBytes)} are allowed.`,
    )
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

const FIRST_DEEP_AVC_PROFILE = 110
/** Offsets of the sample bit depth in hvcC and av1C. */
const HEVC_LUMA_DEPTH_BYTE = 17
const AV1_DEPTH_BYTE = 2
const AV1_IS_DEEP = 0x40

/**
 * Whether samples have more than 8 bits, according to the container. False for VP8 and VP9, which have no such field.
 */
function hasDeepSamples(codec: VideoCodecName, configuration: Uint8Array | null): boolean {
  switch (codec) {
    case 'h264':
      return (configuration?.[1] ?? 0) >= FIRST_DEEP_AVC_PROFILE
    case 'hevc':
      return ((configuration?.[HEVC_LUMA_DEPTH_BYTE] ?? 0) & 7) > 0
    case 'av1':
      return ((configuration?.[AV1_DEPTH_BYTE] ?? 0) & AV1_IS_DEEP) !== 0
    default:
      return false
  }
}
