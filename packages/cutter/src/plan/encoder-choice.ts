import type { FrameEncoderSettings } from '../codec/frame-encoder.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { freeParameterSetIds, unusedParameterSetIds } from '../h264/avc-configuration.ts'

/** What x264 calls the profiles that it can encode, by their number in the source's configuration. */
const PROFILES: Record<number, string> = { 66: 'baseline', 77: 'main', 100: 'high', 110: 'high10', 122: 'high422' }
/** Looks like the source beside copied frames: finer than what sites quantize by, as long as there are bits for it. */
const SPLICE_QP = 20
const TRANSCODE_QUALITY = 21
const LEAST_SPLICE_BITRATE = 150_000
/** Waiting for the head is most of a cut's time, so a long one is encoded as fast as can be; of a short one half a second is saved at best. */
const MOST_PIXELS_WITH_CARE = 24 * 1920 * 1080
/** An encoder at full speed is nearly one thread's work beside the decoder's. */
const FASTEST_THREADS = 2
const TRANSCODE_LOOKAHEAD_FRAMES = 10
/** As sites do it. */
const KEY_SECONDS = 5
const USUAL_FRAME_RATE = 30

export interface SpliceSettings {
  head: FrameEncoderSettings
  tail: FrameEncoderSettings
}

/**
 * Settings for frames that stand beside copied ones. Head and tail get ids that no parameter set of the source has,
 * one each, so that neither can overwrite the other.
 * @param video largestBitrate: bits per second that they may take; pixels: of all frames to be encoded; isSteered: the QP
 * is corrected from frame to frame, for the sake of their size; isMeasured: they may be made again where they do not look right
 */
export function spliceSettings(
  configuration: AvcConfiguration,
  video: {
    timescale: number
    frameRate: number
    largestBitrate: number
    pixels: number
    isSteered?: boolean
    isMeasured?: boolean
  },
  threads: number,
): SpliceSettings {
  const [headId, tailId] = freeParameterSetIds(configuration, 2)
  const isLong = video.pixels > MOST_PIXELS_WITH_CARE
  const settings = (parameterSetId: number): FrameEncoderSettings => ({
    timescale: video.timescale,
    frameRate: video.frameRate || USUAL_FRAME_RATE,
    preset: isLong ? 'ultrafast' : 'superfast',
    quality: SPLICE_QP,
    isQp: true,
    ...(video.isSteered && { isSteered: true }),
    ...(video.isMeasured && { isMeasured: true }),
    largestBitrate: Math.max(LEAST_SPLICE_BITRATE, video.largestBitrate),
    keyFrameDistance: Math.max(1, Math.round((video.frameRate || USUAL_FRAME_RATE) * KEY_SECONDS)),
    bFrames: 0,
    lookaheadFrames: 0,
    profile: PROFILES[configuration.profile] ?? null,
    parameterSetId,
    threads: isLong ? Math.min(FASTEST_THREADS, threads) : threads,
  })
  return { head: settings(headId!), tail: settings(tailId!) }
}

/** For heads and tails that begin again, made in a hurry and patiently. */
const MOST_OTHER_IDS = 4
/** So few frames cost little time. */
const CONTINUED = { preset: 'veryfast', threads: 1, largestBitrate: null, keyFrameDistance: 1000 } as const

/**
 * The same for a few frames that go on where copied ones end: the first one that is encoded is the last of those. Their set is one of the
 * source's sequence, and another range may need one for a tail that begins again: it has an id of its own.
 * @returns null where the source leaves none
 */
export function continuedSettings(
  tail: FrameEncoderSettings,
  configuration: AvcConfiguration,
): FrameEncoderSettings | null {
  const parameterSetId = unusedParameterSetIds(configuration)[MOST_OTHER_IDS]
  return parameterSetId === undefined
    ? null
    : { ...tail, ...CONTINUED, parameterSetId, isSteered: true, isMeasured: true, isContinued: true }
}

/** What is worth its time where bits are few: it leaves three quarters of them. */
const THRIFTY = { preset: 'fast', bFrames: 3, lookaheadFrames: 20 } as const
/**
 * A patient encoder holds some ten frames more than those it looks ahead at: 130 MB of 720p, as much of 1080p with fewer. And of large
 * ones a second try in two thirds of the time gains more than one that is more patient.
 */
const LARGE_THRIFTY_PIXELS = 1280 * 720
const LARGE_THRIFTY = { preset: 'veryfast', lookaheadFrames: 10 } as const

/**
 * The same for frames of which fewer bytes are wanted than can be had in a hurry. Pieces of several ranges are described
 * once: where some of them are made so and others not, they need ids of their own.
 * @param source isReordered: whether it shows frames in another order than it has them in: else some players would not wait for
 * those to come; pixels: of one frame
 */
export function thriftySettings(
  { head, tail }: SpliceSettings,
  configuration: AvcConfiguration,
  source: { isReordered: boolean; pixels: number; isJoined: boolean },
): SpliceSettings {
  const [, , headId, tailId] = source.isJoined ? freeParameterSetIds(configuration, 4) : []
  const settings = ({ isSteered, ...fast }: FrameEncoderSettings, ownId: number | undefined) => ({
    ...fast,
    ...THRIFTY,
    ...(source.pixels > LARGE_THRIFTY_PIXELS && LARGE_THRIFTY),
    bFrames: source.isReordered ? THRIFTY.bFrames : 0,
    isQp: false,
    largestBitrate: null,
    isMeasured: true as const,
    parameterSetId: ownId ?? fast.parameterSetId,
  })
  return { head: settings(head, headId), tail: settings(tail, tailId) }
}

/**
 * Settings for a range that is encoded as a whole.
 * @param video isBrief: what a frame takes is to be known at once, for the sake of the size of so few
 */
export function transcodeSettings(
  video: { timescale: number; frameRate: number; isBrief?: boolean },
  threads: number,
): FrameEncoderSettings {
  const frameRate = video.frameRate || USUAL_FRAME_RATE
  return {
    timescale: video.timescale,
    frameRate,
    preset: 'veryfast',
    quality: TRANSCODE_QUALITY,
    // Else x264 saves at the first frame of a new scene, and spends it on those behind.
    isQp: video.isBrief === true,
    ...(video.isBrief && { isSteered: true }),
    largestBitrate: null,
    keyFrameDistance: Math.max(1, Math.round(frameRate * KEY_SECONDS)),
    bFrames: video.isBrief ? 0 : 2,
    lookaheadFrames: video.isBrief ? 0 : TRANSCODE_LOOKAHEAD_FRAMES,
    profile: 'high',
    parameterSetId: 0,
    threads,
  }
}
