import type { PictureEncoderSettings } from '../codec/picture-encoder.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { freeParameterSetIds } from '../h264/avc-configuration.ts'

/** What x264 calls the profiles that it can encode, by their number in the source's configuration. */
const PROFILES: Record<number, string> = { 66: 'baseline', 77: 'main', 100: 'high', 110: 'high10', 122: 'high422' }
/** Looks like the source beside copied pictures, and is fast: waiting for the head is most of a cut's time. */
const SPLICE_QUALITY = 22
const TRANSCODE_QUALITY = 21
/** A piece may be so much larger than what it replaces; x264 at speed needs more bits for the same picture. */
const SPLICE_BITRATE_SHARE = 1.1
const LEAST_SPLICE_BITRATE = 150_000
/** As sites do it. */
const SPLICE_KEY_SECONDS = 5
const TRANSCODE_KEY_SECONDS = 2
const USUAL_FRAME_RATE = 30

export interface SpliceSettings {
  head: PictureEncoderSettings
  tail: PictureEncoderSettings
}

/**
 * Settings for pictures that stand beside copied ones. Head and tail get ids that no parameter set of the source has,
 * one each, so that neither can overwrite the other.
 * @param sourceBitrate bits per second of the pictures around the range
 */
export function spliceSettings(
  configuration: AvcConfiguration,
  video: { timescale: number; frameRate: number; sourceBitrate: number },
  threads: number,
): SpliceSettings {
  const [headId, tailId] = freeParameterSetIds(configuration, 2)
  const settings = (parameterSetId: number): PictureEncoderSettings => ({
    timescale: video.timescale,
    frameRate: video.frameRate || USUAL_FRAME_RATE,
    preset: 'superfast',
    quality: SPLICE_QUALITY,
    largestBitrate: Math.max(LEAST_SPLICE_BITRATE, video.sourceBitrate * SPLICE_BITRATE_SHARE),
    keyFrameDistance: Math.max(1, Math.round((video.frameRate || USUAL_FRAME_RATE) * SPLICE_KEY_SECONDS)),
    bFrames: 2,
    profile: PROFILES[configuration.profile] ?? null,
    parameterSetId,
    threads,
  })
  return { head: settings(headId!), tail: settings(tailId!) }
}

/** Settings for a range that is encoded as a whole. */
export function transcodeSettings(
  video: { timescale: number; frameRate: number },
  threads: number,
): PictureEncoderSettings {
  const frameRate = video.frameRate || USUAL_FRAME_RATE
  return {
    timescale: video.timescale,
    frameRate,
    preset: 'veryfast',
    quality: TRANSCODE_QUALITY,
    largestBitrate: null,
    keyFrameDistance: Math.max(1, Math.round(frameRate * TRANSCODE_KEY_SECONDS)),
    bFrames: 2,
    profile: 'high',
    parameterSetId: 0,
    threads,
  }
}
