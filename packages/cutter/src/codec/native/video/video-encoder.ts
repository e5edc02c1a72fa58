import { FF_ENCODER_LIBSVTAV1, FF_ENCODER_LIBVPX_VP8, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import { type CodecContext, Dictionary, type Frame } from 'node-av/lib'
import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { LARGE_PIXELS } from '../../../api/media-limits.ts'
import type { NativeCodec } from '../../../bitstream/codec-names.ts'
import type { VideoEncoder, VideoEncoderConfig } from '../../video-codecs.ts'
import { contextFor, frameEncoder } from '../libav/frame-encoder.ts'

const ENCODERS = { vp8: FF_ENCODER_LIBVPX_VP8, vp9: FF_ENCODER_LIBVPX_VP9, av1: FF_ENCODER_LIBSVTAV1 } as const
/** Constant quality, from 0 to 63; lower is better. It is similar to the quality of the copied frames. */
const CONSTANT_QUALITY = { vp8: 20, vp9: 33, av1: 33 } as const
const KEYFRAME_SECONDS = 5
const MAX_BITRATE = 200_000_000
const MIN_BITRATE = 100_000

// SVT-AV1 reads its log level only from the environment. By default it logs all its settings for each clip.
process.env.SVT_LOG ??= '1'

/** Opens a libvpx or SVT-AV1 encoder. */
export function videoEncoder(config: VideoEncoderConfig): VideoEncoder {
  return frameEncoder((frame) => openEncoder(frame, config))
}

async function openEncoder(frame: Frame, config: VideoEncoderConfig): Promise<CodecContext> {
  const { codec: name, frameRate, maxBitrate } = config
  const { codec, context } = contextFor(frame, ENCODERS[name], config)
  context.gopSize = Math.max(1, Math.round(frameRate * KEYFRAME_SECONDS))
  const bitrate = Math.round(Math.max(MIN_BITRATE, maxBitrate ?? MAX_BITRATE))
  if (name === 'av1' && maxBitrate !== null) {
    context.rcMaxRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  } else if (name === 'vp8' || (name === 'vp9' && maxBitrate !== null)) {
    // Quality decides, but VP8 needs a limit, because it would otherwise use its default bitrate.
    context.bitRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  }
  const isLarge = frame.width * frame.height > LARGE_PIXELS
  const result = await context.open2(codec, Dictionary.fromObject(optionsFor(name, isLarge)))
  if (result < 0) {
    context.freeContext()
    throw unsupportedMedia(`Frames like these cannot be encoded as ${name}.`)
  }
  return context
}

/** Options that save memory for large frames: no lookahead, and two threads. SVT-AV1 would otherwise hold gigabytes. */
const MEMORY_SAVING_OPTIONS = ':pred-struct=1:lookahead=0:lp=2'
function optionsFor(codec: NativeCodec, isLarge: boolean): Record<string, string> {
  if (codec === 'av1') {
    // Presets from 10 on replace blocks at hard edges with blocks of other frames.
    const preset = isLarge ? '9' : '8'
    const params = `scd=0:enable-overlays=0${isLarge ? MEMORY_SAVING_OPTIONS : ''}`
    return { preset, crf: String(CONSTANT_QUALITY.av1), 'svtav1-params': params }
  }
  const commonOptions = {
    deadline: 'realtime',
    crf: String(CONSTANT_QUALITY[codec]),
    'lag-in-frames': '0',
    'auto-alt-ref': '0',
  }
  return codec === 'vp8' ? { ...commonOptions, 'cpu-used': '12' } : { ...commonOptions, 'cpu-used': '8', 'row-mt': '1' }
}
