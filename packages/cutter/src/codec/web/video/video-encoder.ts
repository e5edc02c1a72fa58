import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { NativeCodec } from '../../../bitstream/codec-names.ts'
import type { VideoEncoder, VideoEncoderConfig } from '../../video-codecs.ts'
import type { WebFrame } from '../frames/web-frame.ts'
import { VIDEO_CODEC_NAMES } from './decoder-config.ts'
import { requirePlainFrame } from './encodable-frame.ts'
import { frameEncoder } from './frame-encoder.ts'

const CODEC_STRINGS: Record<NativeCodec, string> = { vp8: 'vp8', vp9: 'vp09.00.51.08', av1: 'av01.0.13M.08' }
/** Bits for each pixel of a second. They give over 38 dB for most video. */
const BITS_PER_PIXEL: Record<NativeCodec, number> = { vp8: 0.4, vp9: 0.3, av1: 0.25 }
const KEYFRAME_SECONDS = 5
const MIN_BITRATE = 300_000
const MAX_BITRATE = 120_000_000

/** Opens an encoder of VP8, VP9 or AV1 by WebCodecs. */
export function videoEncoder({ codec, frameRate, maxBitrate }: VideoEncoderConfig): VideoEncoder {
  const configure = async (first: WebFrame): Promise<globalThis.VideoEncoderConfig> => {
    requirePlainFrame(first, VIDEO_CODEC_NAMES[codec])
    const { codedWidth: width, codedHeight: height } = first
    const config = await findVideoEncoderConfig({ codec, width, height, frameRate, maxBitrate })
    if (!config)
      throw unsupportedMedia(`This browser cannot encode ${VIDEO_CODEC_NAMES[codec]} of ${width} x ${height}.`)
    return config
  }
  return frameEncoder({ frameRate, gopFrames: Math.max(1, Math.round(frameRate * KEYFRAME_SECONDS)), configure })
}

export interface EncodedShape {
  codec: NativeCodec
  width: number
  height: number
  frameRate: number
  maxBitrate: number | null
}

/** Finds the settings by which this browser encodes a codec of WebM; null if it cannot. */
export async function findVideoEncoderConfig({
  codec,
  width,
  height,
  frameRate,
  maxBitrate,
}: EncodedShape): Promise<globalThis.VideoEncoderConfig | null> {
  const usualBitrate = Math.max(MIN_BITRATE, width * height * frameRate * BITS_PER_PIXEL[codec])
  const config: globalThis.VideoEncoderConfig = {
    codec: CODEC_STRINGS[codec],
    width,
    height,
    bitrate: Math.round(Math.min(usualBitrate, maxBitrate ?? MAX_BITRATE)),
    framerate: frameRate,
    latencyMode: 'quality',
    hardwareAcceleration: 'no-preference',
  }
  const support = await globalThis.VideoEncoder.isConfigSupported(config).catch(() => null)
  return support?.supported ? config : null
}
