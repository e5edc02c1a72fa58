import type { ClipSpec } from './api/clip-spec.ts'
import type { PlanFacts } from './api/cut-plan.ts'
import {
  asBrokenMedia,
  BeginsLaterError,
  brokenMedia,
  CutterError,
  throwIfCancelled,
  unsupportedMedia,
} from './api/cutter-error.ts'
import type { TimeRange } from './api/time-range.ts'
import type { Media } from './demux/common/media.ts'
import { CachedReads } from './io/cached-reads.ts'
import { newMeter, type ReadOptions } from './io/part-reader.ts'
import type { CutTask } from './plan/cut-task.ts'
import { originalContainer } from './plan/original-container.ts'
import { planClip } from './plan/plan-clip.ts'
import { requireAnimationLength } from './plan/plan-decoded.ts'
import { planFacts } from './plan/plan-facts.ts'
import type { JoinedRange } from './plan/plan-video.ts'

/** The plan of a cut: plain data, and `task`, the state that `cut` needs, which JSON.stringify leaves out. */
export interface CutPlan extends PlanFacts {
  readonly task: CutTask
}

export interface PlanningOptions {
  signal?: AbortSignal | undefined
  /**
   * Memory for decoder and encoder, in bytes; absent: MAX_CODEC_BYTES (487 MB). VP9 in 4K as `original` needs 680 MB.
   */
  maxCodecBytes?: number | undefined
  /** Set by `cut` after a failure: everything is re-encoded, and decoding begins at an earlier keyframe. */
  isThorough?: boolean
  /** Set by `cut` after an AudioFormatError: the audio packets are read to learn their actual format. */
  isAudioRead?: boolean
  /** Set by `cut` after a clip larger than its limit: two passes at an average bitrate. */
  isTwoPass?: boolean
}

/** Sites round durations up to whole seconds. A range that ends this much after the media ends with the media. */
const TOLERATED_OVERRUN_SECONDS = 1
const TIME_TOLERANCE_SECONDS = 0.001
const MAX_TICKS = 0xffff_ffff

/**
 * Plans which frames are copied and which are re-encoded. Reads tables, the first bytes of frames where copying might
 * begin, and up to 512 kB of the bytes that the cut needs first, which are cached for it.
 *
 * The clip shows each range exactly as a separate clip would, in the given order. Ranges may overlap or be equal. A
 * range that begins at the end of the one before is merged with it.
 * @throws CutterError range_outside, too_long, nothing_in_range, begins_later, unsupported_media, broken_media,
 * source_failed, cancelled, and too_large when the clip would last too long for its file
 */
export async function planCut(
  media: Media,
  rangeOrRanges: TimeRange | readonly TimeRange[],
  request: ClipSpec,
  options: PlanningOptions = {},
): Promise<CutPlan> {
  const { maxCodecBytes } = options
  throwIfCancelled(options.signal)
  const requestedRanges = 'startTime' in rangeOrRanges ? [rangeOrRanges] : rangeOrRanges
  if (requestedRanges.length === 0) throw new Error('A clip has at least one range.')
  const ranges = mergeAdjacent(requestedRanges.map((range) => checkRange(range, media.facts.durationSeconds)))
  requireWritable(media, ranges, request)
  if (request.kind === 'original' && originalContainer(media.facts, request.container) === null) {
    const { codec } = media.facts.video ?? { codec: 'no frame' }
    const clipName = request.container === 'mp4' ? 'MP4 in its own codec' : 'clip in its own codec'
    throw unsupportedMedia(`There is no ${clipName} to be made of ${codec}.`)
  }
  if (request.kind === 'gif' || request.kind === 'webp') {
    requireAnimationLength(ranges)
  } else if (request.kind !== 'still') {
    requireReadableAudio(media)
  }
  const meter = newMeter()
  const cachedReads = new CachedReads()
  const reading = { signal: options.signal, meter, cachedReads }
  try {
    const clip = await planClip(media, withEnds(ranges, media.facts.durationSeconds), request, {
      ...reading,
      codecs: media.codecs,
      isThorough: options.isThorough ?? false,
      isAudioRead: options.isAudioRead ?? false,
      isTwoPass: options.isTwoPass ?? false,
      ...(maxCodecBytes !== undefined && { maxCodecBytes }),
    })
    const { isThorough = false, isAudioRead = false } = options
    const task: CutTask = { media, request, meter, cachedReads, isThorough, isAudioRead, maxCodecBytes, ...clip }
    const facts = planFacts(task, ranges)
    return Object.defineProperty({ ...facts }, 'task', { value: task, enumerable: false }) as CutPlan
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(await explainError(error, media, ranges, reading), 'The range cannot be planned')
  }
}

/** Turns `nothing_in_range` into `begins_later` where the first frame comes after all ranges. */
async function explainError(error: unknown, media: Media, ranges: readonly TimeRange[], options: ReadOptions) {
  const { durationSeconds } = media.facts
  if (error instanceof BeginsLaterError) {
    return error.firstFrameSeconds < durationSeconds ? error : brokenMedia('No frame of the media can be decoded.')
  }
  const { video } = media
  const isNothing = error instanceof CutterError && error.code === 'nothing_in_range'
  if (!isNothing || video?.access.kind !== 'indexed') return error
  const { track } = video.access
  const firstSeconds = ((await track.firstPts(options)) ?? 0) / track.timescale
  const isLater = firstSeconds < durationSeconds && ranges.every(({ endTime }) => endTime <= firstSeconds)
  return isLater ? new BeginsLaterError(firstSeconds) : error
}

/**
 * Adds to each range whether another one follows, whether the media ends with it, and until when its last frame is
 * shown.
 */
function withEnds(ranges: readonly TimeRange[], durationSeconds: number): JoinedRange[] {
  return ranges.map((range, index) => ({
    ...range,
    isFollowed: index + 1 < ranges.length,
    isToEnd: range.endTime >= durationSeconds - TIME_TOLERANCE_SECONDS,
    heldUntil: Math.min(range.endTime, durationSeconds),
  }))
}

/** @throws CutterError unsupported_media where the clip would silently lose its audio */
function requireReadableAudio({ facts: { unreadableAudio } }: Media): void {
  if (unreadableAudio) throw unsupportedMedia(`The audio is encoded in a way we cannot read (${unreadableAudio}).`)
}

/** Merges ranges that follow each other without a gap: one range is cheaper to cut and has no joint. */
function mergeAdjacent(ranges: readonly TimeRange[]): TimeRange[] {
  const mergedRanges: TimeRange[] = []
  for (const { startTime, endTime } of ranges) {
    const last = mergedRanges.at(-1)
    if (last && last.endTime === startTime) last.endTime = endTime
    else mergedRanges.push({ startTime, endTime })
  }
  return mergedRanges
}

/** @throws CutterError too_large where the duration exceeds the 32-bit tick count of an MP4 (half a day at 90 kHz) */
function requireWritable({ video, audio }: Media, ranges: readonly TimeRange[], request: ClipSpec): void {
  const seconds = ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  const timescale = video?.access.kind === 'indexed' ? video.access.track.timescale : (video?.access.timescale ?? 0)
  const finestTimescale = Math.max(timescale, audio?.description.sampleRate ?? 0)
  const isMp4 = request.kind === 'video' || request.kind === 'original' || request.kind === 'm4a'
  if (isMp4 && seconds * finestTimescale > MAX_TICKS) {
    throw new CutterError('too_large', `A clip of ${seconds} s is too long for its file.`)
  }
}

function checkRange(range: TimeRange, durationSeconds: number): TimeRange {
  const { startTime, endTime } = range
  const isValidRange = startTime >= 0 && endTime > startTime
  const isInside = startTime < durationSeconds && endTime <= durationSeconds + TOLERATED_OVERRUN_SECONDS
  if (!isValidRange || !isInside) {
    const times = `${startTime} to ${endTime} s`
    throw new CutterError('range_outside', `The range ${times} does not lie inside of ${durationSeconds} s.`)
  }
  return { startTime, endTime }
}
