import { availableParallelism } from 'node:os'
import { LARGE_PIXELS, USUAL_THREADS } from '../api/media-limits.ts'
import { freeParameterSetIds } from '../bitstream/h264/avc-configuration.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import {
  type SpliceVideoTask,
  secondsOf,
  type TranscodeVideoTask,
  type VideoTask,
  type VideoWindow,
} from '../plan/plan-video.ts'
import { CLIP_SHARE, FREE_BYTES, mostTranscodedBytes } from '../plan/size-limit.ts'
import type { EncoderPass, H264Settings } from './h264-encoder.ts'

/**
 * The one rate rule. Every re-encoded frame is encoded once, at a constant quality (CRF) under a VBV cap. The frames of a
 * seam get at most `SEAM.share` times what the source has for them and for the keyframe that they depend on, and a little
 * more, for sources of few bits; and a clip at most `CLIP_SHARE` times the bytes of all packets that its ranges need, plus
 * `FREE_BYTES`. Only a clip that is made to fit a size is encoded in two passes, at an average bitrate.
 */
const SEAM = { share: 2.3, freeBytes: 60_000 } as const
/** The VBV buffer holds one second and starts so full: x264's default. */
const VBV_START_SECONDS = 0.9
/** 42 dB and more at the seams of most sources. */
const SEAM_CRF = 20
const TRANSCODE_CRF = 21
const BITRATES = { least: 150_000, most: 1_000_000_000 } as const
const KEYFRAME_SECONDS = 5
const USUAL_FRAME_RATE = 30
/** x264's names of the profiles that it can encode, by profile_idc. */
const PROFILES: Record<number, string> = { 66: 'baseline', 77: 'main', 100: 'high', 110: 'high10', 122: 'high422' }

export interface SeamSettings {
  head: H264Settings
  tail: H264Settings
}

/**
 * For the frames at the seams of all ranges: equal settings make equal parameter sets, so that one id serves all heads and
 * one all tails.
 */
export function seamSettings(tasks: readonly SpliceVideoTask[], wantedThreads?: number): SeamSettings {
  const { opened, window, configuration } = tasks[0]!
  const { width, height } = opened.description
  const frameRate = opened.frameRate || USUAL_FRAME_RATE
  const inBandSets = tasks.flatMap((task) => task.configuration.inBandSets ?? [])
  const ids = freeParameterSetIds({ ...configuration, inBandSets }, 2)
  const settings = (seam: 'head' | 'tail', parameterSetId: number): H264Settings => ({
    timescale: window.timescale,
    frameRate,
    preset: width * height > LARGE_PIXELS ? 'ultrafast' : 'superfast',
    tune: 'psnr',
    rate: { crf: SEAM_CRF },
    maxBitrate: Math.min(clipBitrate(tasks), Math.max(...tasks.map((task) => sourceBitrate(task, seam)))),
    gopFrames: gopFrames(frameRate),
    bFrames: 0,
    lookaheadFrames: 0,
    profile: PROFILES[configuration.profile] ?? null,
    parameterSetId,
    threads: threadsFor(tasks, wantedThreads),
  })
  return { head: settings('head', ids[0]!), tail: settings('tail', ids[1]!) }
}

/** By what the source has for the frames of a seam, and for the keyframe that they depend on. */
function sourceBitrate({ packets, plan, window }: SpliceVideoTask, seam: 'head' | 'tail'): number {
  const reencode = plan[seam]
  if (!reencode) return 0
  const { decodeFrom, decodeTo, fromTick, toTick } = reencode
  const own = packets.slice(decodeFrom, decodeTo).filter(({ pts }) => pts >= fromTick && pts < toTick)
  const keyBytes = packets.at(decodeFrom)?.sizeBytes ?? 0
  const bytes = SEAM.share * (keyBytes + own.totalBytes) + SEAM.freeBytes
  return bitrateOf(bytes, { seconds: (toTick - fromTick) / window.timescale, seams: 1 })
}

/** By what is left for the seams within the clip's share of what it covers. */
function clipBitrate(tasks: readonly SpliceVideoTask[]): number {
  const seams = tasks.flatMap(({ plan }) => [plan.head, plan.tail]).filter((seam) => seam !== null)
  const ticks = sum(seams, ({ fromTick, toTick }) => toTick - fromTick)
  const coveredBytes = sum(tasks, ({ packets }) => packets.totalBytes)
  const copiedBytes = sum(tasks, ({ packets, plan }) => (plan.copy ? bytesIn(packets, plan.copy) : 0))
  const bytes = CLIP_SHARE * coveredBytes + FREE_BYTES - copiedBytes
  return bitrateOf(bytes, { seconds: ticks / tasks[0]!.window.timescale, seams: seams.length })
}

/** The bitrate with which the runs of frames, `seconds` long in total, take at most these bytes. */
function bitrateOf(bytes: number, { seconds, seams }: { seconds: number; seams: number }): number {
  const bitrate = (bytes * 8) / (seconds + seams * VBV_START_SECONDS)
  return Math.min(BITRATES.most, Math.max(BITRATES.least, bitrate))
}

/** For ranges in which every frame is re-encoded. */
export function transcodeSettings(tasks: readonly TranscodeVideoTask[], wantedThreads?: number): H264Settings {
  const { window } = tasks[0]!
  const frameRate = frameRateOf(tasks)
  const mostBytes = mostTranscodedBytes(tasks)
  return {
    timescale: window.timescale,
    frameRate,
    preset: 'veryfast',
    tune: null,
    rate: { crf: TRANSCODE_CRF },
    // Without sizes of packets, quality alone decides.
    maxBitrate: Number.isFinite(mostBytes) ? bitrateOf(mostBytes, { seconds: secondsOf(tasks), seams: 1 }) : null,
    gopFrames: gopFrames(frameRate),
    bFrames: 2,
    lookaheadFrames: 10,
    profile: 'high',
    parameterSetId: 0,
    threads: threadsFor(tasks, wantedThreads),
  }
}

/**
 * For ranges that are made to fit a size. Their bits are few, so the encoder looks harder for where to save some: half a
 * dB to a whole one more than a usual re-encode, in three times its time.
 */
export function twoPassSettings(
  tasks: readonly TranscodeVideoTask[],
  rate: EncoderPass,
  wantedThreads?: number,
): H264Settings {
  return {
    ...transcodeSettings(tasks, wantedThreads),
    preset: 'fast',
    tune: 'psnr',
    bFrames: 3,
    lookaheadFrames: 20,
    // A keyframe takes many bits; x264's own default is as far.
    gopFrames: 2 * gopFrames(frameRateOf(tasks)),
    rate,
    // Under a VBV cap, the bits of a frame would depend on how far x264's other threads happen to be.
    maxBitrate: null,
  }
}

/** The encoder counts frames as if all were shown equally long: times that many in a second are its bits a second. */
export function frameRateOf([first]: readonly TranscodeVideoTask[]): number {
  return first!.opened.frameRate || USUAL_FRAME_RATE
}

/**
 * For the seams of a VP8, VP9 or AV1 range. Only the packets themselves say later where copying may begin; that all from
 * the first keyframe on are copied is near enough.
 */
export function nativeMaxBitrate(
  packets: PacketList,
  { firstTick, lastTick, endTick, timescale }: VideoWindow,
): number {
  const covered = packets.filter(({ pts }) => pts <= lastTick)
  const key = covered.findIndex(({ isSync, pts }) => isSync && pts >= firstTick)
  const headEnd = key < 0 ? endTick : covered.pts[key]!
  const copiedBytes = key < 0 ? 0 : covered.slice(key).totalBytes
  const mostBytes = CLIP_SHARE * covered.totalBytes + FREE_BYTES - copiedBytes
  return bitrateOf(mostBytes, { seconds: (headEnd - firstTick) / timescale, seams: 2 })
}

/** Each thread holds 20 MB of 1080p: where the decoder's frames are large, there is no room for more than the usual ones. */
export function threadsFor(tasks: readonly VideoTask[], wanted = usualThreads()): number {
  const { width, height } = tasks[0]!.opened.description
  return width * height > LARGE_PIXELS ? Math.min(wanted, usualThreads()) : wanted
}

function usualThreads(): number {
  return Math.min(USUAL_THREADS, availableParallelism())
}

const gopFrames = (frameRate: number): number => Math.max(1, Math.round(frameRate * KEYFRAME_SECONDS))

const bytesIn = (packets: PacketList, { from, to }: { from: number; to: number }): number =>
  packets.slice(from, to).totalBytes

function sum<T>(all: readonly T[], amountOf: (one: T) => number): number {
  return all.reduce((total, one) => total + amountOf(one), 0)
}
