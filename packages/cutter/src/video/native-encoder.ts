import { FF_ENCODER_LIBSVTAV1, FF_ENCODER_LIBVPX_VP8, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import { type CodecContext, Dictionary, type Frame } from 'node-av/lib'
import { CutterError } from '../api/cutter-error.ts'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { contextFor, frameEncoder } from '../codec/frame-encoder.ts'

export interface NativeEncoderSettings {
  codec: NativeCodec
  /** Frame times are in 1/timescale seconds. */
  timescale: number
  frameRate: number
  /** Bits per second that the encoded frames may not exceed for long; null: no limit. */
  maxBitrate: number | null
  threads: number
}

const ENCODERS = { vp8: FF_ENCODER_LIBVPX_VP8, vp9: FF_ENCODER_LIBVPX_VP9, av1: FF_ENCODER_LIBSVTAV1 } as const
/** Matches the copied frames around it; 0..63, lower is better. */
const QUALITY = { vp8: 20, vp9: 33, av1: 33 } as const
const KEY_SECONDS = 5
const LARGEST_BITRATE = 200_000_000
const LEAST_BITRATE = 100_000

// SVT-AV1 only takes its log level from here; otherwise it logs a page of settings for each clip.
process.env.SVT_LOG ??= '1'

/** Encodes frames of one size in the codec of the media; pixel format and colours are those of the first frame. */
export function nativeFrameEncoder(settings: NativeEncoderSettings) {
  let first: { width: number; height: number } | null = null
  const encoder = frameEncoder(
    (frame) => openNative(frame, settings),
    ({ pts, isKeyframe, data }) => ({ pts: Number(pts), isKey: isKeyframe, data: Uint8Array.from(data!) }),
  )
  return {
    ...encoder,
    async encode(frame: Frame) {
      first ??= { width: frame.width, height: frame.height }
      if (frame.width !== first.width || frame.height !== first.height) {
        throw new CutterError('unsupported_media', 'The frames change their size inside of the range.')
      }
      return encoder.encode(frame)
    },
  }
}

async function openNative(frame: Frame, settings: NativeEncoderSettings): Promise<CodecContext> {
  const { codec: name, frameRate, maxBitrate } = settings
  const { codec, context } = contextFor(frame, ENCODERS[name], settings)
  context.gopSize = Math.max(1, Math.round(frameRate * KEY_SECONDS))
  const bitrate = Math.round(Math.max(LEAST_BITRATE, maxBitrate ?? LARGEST_BITRATE))
  if (name === 'av1' && maxBitrate !== null) {
    context.rcMaxRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  } else if (name === 'vp8' || (name === 'vp9' && maxBitrate !== null)) {
    // Quality decides, but without a bound VP8 would fall back to its default bitrate.
    context.bitRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  }
  const isLarge = frame.width * frame.height > LARGE_PIXELS
  const result = await context.open2(codec, Dictionary.fromObject(optionsFor(name, isLarge)))
  if (result < 0) {
    context.freeContext()
    throw new CutterError('unsupported_media', `Frames like these cannot be encoded as ${name}.`)
  }
  return context
}

/** SVT-AV1 would hold gigabytes of large frames: without lookahead it needs few, one at a time. */
const SPARING_MEMORY = ':pred-struct=1:lookahead=0:lp=1'
function optionsFor(codec: NativeCodec, isLarge: boolean): Record<string, string> {
  if (codec === 'av1') {
    // Presets from 10 on copy blocks of other frames over hard edges.
    const params = `scd=0:enable-overlays=0${isLarge ? SPARING_MEMORY : ''}`
    return { preset: '8', crf: String(QUALITY.av1), 'svtav1-params': params }
  }
  const common = { deadline: 'realtime', crf: String(QUALITY[codec]), 'lag-in-frames': '0', 'auto-alt-ref': '0' }
  return codec === 'vp8' ? { ...common, 'cpu-used': '12' } : { ...common, 'cpu-used': '8', 'row-mt': '1' }
}
