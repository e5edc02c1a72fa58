import { LARGE_PIXELS, USUAL_THREADS } from '../api/media-limits.ts'
import { maxBitrateOfLevel } from '../bitstream/h264/levels.ts'
import type { EncoderPass, H264EncoderConfig } from '../codec/video-codecs.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import {
  type SpliceVideoTask,
  type TranscodeVideoTask,
  type VideoTask,
  type VideoWindow,
  videoSeconds,
} from '../plan/plan-video.ts'
import { CLIP_SHARE, FREE_BYTES, maxTranscodedBytes } from '../plan/size-limit.ts'

/**
 * The rate rule of all clips. Every frame is encoded once, at a constant quality (CRF) under a VBV limit. A seam has at
 * most `SEAM_LIMIT.share` times the source's bytes of its frames and of the keyframe that they depend on, plus
 * `SEAM_LIMIT.freeBytes`. A clip has at most `CLIP_SHARE` times the bytes of all packets that its ranges need, plus
 * `FREE_BYTES`. Only a clip with a size limit is encoded in two passes at an average bitrate.
 */
const SEAM_LIMIT = { share: 2.3, freeBytes: 60_000 } as const
/** Initial fill of the VBV buffer, which holds one second: x264's default. */
const VBV_START_SECONDS = 0.9
/** Quality of seams: 42 dB and more for most sources. */
const SEAM_CRF = 20
const TRANSCODE_CRF = 21
const BITRATES = { least: 150_000, most: 1_000_000_000 } as const
const KEYFRAME_SECONDS = 5
const USUAL_FRAME_RATE = 30
/** Profiles that x264 can encode, by profile_idc. */
const PROFILE_NAMES: Record<number, string> = { 66: 'baseline', 77: 'main', 100: 'high', 110: 'high10', 122: 'high422' }

export interface SeamSettings {
  head: H264EncoderConfig
  tail: H264EncoderConfig
}

/** Settings for the seams of all ranges. Equal settings give equal parameter sets, which all heads or tails share. */
export function seamSettings(tasks: readonly SpliceVideoTask[], encoderThreads?: number): SeamSettings {
  const { opened, window, configuration } = tasks[0]!
  const { width, height } = opened.description
  const frameRate = opened.frameRate || USUAL_FRAME_RATE
  const maxBitrate = Math.min(clipBitrate(tasks), levelBitrate(tasks, frameRate))
  const settingsFor = (seam: 'head' | 'tail'): H264EncoderConfig => ({
    timescale: window.timescale,
    frameRate,
    preset: width * height > LARGE_PIXELS ? 'ultrafast' : 'superfast',
    tune: 'psnr',
    rate: { crf: SEAM_CRF },
    maxBitrate: Math.min(maxBitrate, Math.max(...tasks.map((task) => sourceBitrate(task, seam)))),
    gopFrames: gopFrames(frameRate),
    bFrames: 0,
    lookaheadFrames: 0,
    profile: PROFILE_NAMES[configuration.profile] ?? null,
    threads: threadsFor(tasks, encoderThreads),
  })
  return { head: settingsFor('head'), tail: settingsFor('tail') }
}

/** The maximum bitrate of the source's level, unless the source itself exceeds it, as many files by x264 do. */
function levelBitrate(tasks: readonly SpliceVideoTask[], frameRate: number): number {
  const limit = maxBitrateOfLevel(tasks[0]!.configuration.level)
  const seconds = sum(tasks, ({ packets }) => packets.length) / frameRate
  return (8 * sum(tasks, ({ packets }) => packets.totalBytes)) / seconds <= limit ? limit : Infinity
}

/** Maximum bitrate of a seam, in bits per second, from the source's bytes of its frames and of their keyframe. */
function sourceBitrate({ packets, plan, window }: SpliceVideoTask, seam: 'head' | 'tail'): number {
  const reencode = plan[seam]
  if (!reencode) return 0
  const { decodeFrom, decodeTo, fromTick, toTick } = reencode
  const seamPackets = packets.slice(decodeFrom, decodeTo).filter(({ pts }) => pts >= fromTick && pts < toTick)
  const keyBytes = packets.at(decodeFrom)?.sizeBytes ?? 0
  const bytes = SEAM_LIMIT.share * (keyBytes + seamPackets.totalBytes) + SEAM_LIMIT.freeBytes
  return cappedBitrate(bytes, { seconds: (toTick - fromTick) / window.timescale, seams: 1 })
}

/** Maximum bitrate of all seams, in bits per second, from the bytes that copies leave within the clip's own limit. */
function clipBitrate(tasks: readonly SpliceVideoTask[]): number {
  const seams = tasks.flatMap(({ plan }) => [plan.head, plan.tail]).filter((seam) => seam !== null)
  const ticks = sum(seams, ({ fromTick, toTick }) => toTick - fromTick)
  const coveredBytes = sum(tasks, ({ packets }) => packets.totalBytes)
  const copiedBytes = sum(tasks, ({ packets, plan }) => (plan.copy ? bytesIn(packets, plan.copy) : 0))
  const bytes = CLIP_SHARE * coveredBytes + FREE_BYTES - copiedBytes
  return cappedBitrate(bytes, { seconds: ticks / tasks[0]!.window.timescale, seams: seams.length })
}

/** The bitrate at which seams with a total length of `seconds` take at most these bytes. */
function cappedBitrate(bytes: number, { seconds, seams }: { seconds: number; seams: number }): number {
  const bitrate = (bytes * 8) / (seconds + seams * VBV_START_SECONDS)
  return Math.min(BITRATES.most, Math.max(BITRATES.least, bitrate))
}

/** Settings for ranges in which every frame is re-encoded. */
export function transcodeSettings(tasks: readonly TranscodeVideoTask[], encoderThreads?: number): H264EncoderConfig {
  const { window } = tasks[0]!
  const frameRate = frameRateOf(tasks)
  const maxBytes = maxTranscodedBytes(tasks)
  return {
    timescale: window.timescale,
    frameRate,
    preset: 'veryfast',
    tune: null,
    rate: { crf: TRANSCODE_CRF },
    // The bitrate has no limit if the sizes of the packets are unknown.
    maxBitrate: Number.isFinite(maxBytes) ? cappedBitrate(maxBytes, { seconds: videoSeconds(tasks), seams: 1 }) : null,
    gopFrames: gopFrames(frameRate),
    bFrames: 2,
    lookaheadFrames: 10,
    profile: 'high',
    threads: threadsFor(tasks, encoderThreads),
  }
}

/**
 * Settings for clips with a size limit. The slower preset gains 0.5 to 1 dB over a usual re-encode, in three times its
 * time.
 */
export function twoPassSettings(
  tasks: readonly TranscodeVideoTask[],
  rate: EncoderPass,
  encoderThreads?: number,
): H264EncoderConfig {
  return {
    ...transcodeSettings(tasks, encoderThreads),
    preset: 'fast',
    tune: 'psnr',
    bFrames: 3,
    lookaheadFrames: 20,
    // Keyframes take many bits, so they are farther apart. The distance is about x264's default.
    gopFrames: 2 * gopFrames(frameRateOf(tasks)),
    rate,
    // With a VBV limit, the bits of a frame would depend on the timing of x264's threads.
    maxBitrate: null,
  }
}

/**
 * The frame rate by which the encoder converts bits a second to bits a frame. The encoder takes all frames as equally
 * long.
 */
export function frameRateOf([first]: readonly TranscodeVideoTask[]): number {
  return first!.opened.frameRate || USUAL_FRAME_RATE
}

/**
 * Maximum bitrate of the seams of a VP8, VP9 or AV1 range, in bits per second. It assumes that all packets from the
 * first keyframe on are copied, because only the cut finds out which ones can be.
 */
export function nativeMaxBitrate(
  packets: PacketList,
  { firstTick, lastTick, endTick, timescale }: VideoWindow,
): number {
  const rangePackets = packets.filter(({ pts }) => pts <= lastTick)
  const keyIndex = rangePackets.findIndex(({ isSync, pts }) => isSync && pts >= firstTick)
  const headEnd = keyIndex < 0 ? endTick : rangePackets.pts[keyIndex]!
  const copiedBytes = keyIndex < 0 ? 0 : rangePackets.slice(keyIndex).totalBytes
  const maxBytes = CLIP_SHARE * rangePackets.totalBytes + FREE_BYTES - copiedBytes
  return cappedBitrate(maxBytes, { seconds: (headEnd - firstTick) / timescale, seams: 2 })
}

/** Threads of the encoder: for large frames at most the usual number, because each thread holds 20 MB even at 1080p. */
export function threadsFor(tasks: readonly VideoTask[], threads = defaultThreads()): number {
  const { width, height } = tasks[0]!.opened.description
  return width * height > LARGE_PIXELS ? Math.min(threads, defaultThreads()) : threads
}

function defaultThreads(): number {
  return Math.min(USUAL_THREADS, navigator.hardwareConcurrency)
}

const gopFrames = (frameRate: number): number => Math.max(1, Math.round(frameRate * KEYFRAME_SECONDS))

const bytesIn = (packets: PacketList, { from, to }: { from: number; to: number }): number =>
  packets.slice(from, to).totalBytes

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}
