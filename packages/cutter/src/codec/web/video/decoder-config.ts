import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { VideoCodecName } from '../../../bitstream/codec-names.ts'
import { type CodedVideo, videoCodecString } from './codec-string.ts'

/** Names of codecs as people know them. */
export const VIDEO_CODEC_NAMES: Record<VideoCodecName, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
}

/**
 * Software decoders come first: all give the same pixels, and none has a small store of frames that a held one blocks.
 */
const ACCELERATIONS: readonly HardwareAcceleration[] = ['prefer-software', 'no-preference']

/** Finds the settings by which this browser decodes a stream; null if it cannot. */
export async function findDecoderConfig(video: CodedVideo): Promise<VideoDecoderConfig | null> {
  const { codec, width, height, description } = video
  const needsDescription = codec === 'h264' || codec === 'hevc'
  for (const hardwareAcceleration of ACCELERATIONS) {
    const config: VideoDecoderConfig = {
      codec: videoCodecString(video),
      codedWidth: width,
      codedHeight: height,
      hardwareAcceleration,
      ...(description && needsDescription && { description: new Uint8Array(description) }),
    }
    const support = await globalThis.VideoDecoder.isConfigSupported(config).catch(() => null)
    if (support?.supported) return config
  }
  return null
}

/** @throws CutterError unsupported_media if this browser cannot decode the stream */
export async function supportedDecoderConfig(video: CodedVideo): Promise<VideoDecoderConfig> {
  const config = await findDecoderConfig(video)
  if (!config) throw unsupportedMedia(`This browser cannot decode this ${VIDEO_CODEC_NAMES[video.codec]} video.`)
  return config
}
