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
import { requireShort } from './plan/plan-decoded.ts'
import { planFacts } from './plan/plan-facts.ts'
import type { JoinedRange } from './plan/plan-video.ts'

/** The plan of a cut as plain data (JSON.stringify prints only that), and the state that cut needs. */
export interface CutPlan extends PlanFacts {
  readonly task: CutTask
}

export interface PlanningOptions {
  signal?: AbortSignal | undefined
  /** Memory for decoder and encoder, in bytes; absent: 487 MB. VP9 of 4K in its own codec needs 680 MB. */
  maxCodecBytes?: number | undefined
  /** Set by cut: the slowest way, after a usual one has failed. */
  isThorough?: boolean
  /** Set by cut: audio was of another form than its container says. */
  isAudioRead?: boolean
  /** Set by cut: the usual way came out larger than the limit. */
  isTwoPass?: boolean
}

/** Sites round durations up to whole seconds; a range that ends there means the end. */
const TOLERATED_OVERRUN_SECONDS = 1
const SAME_TIME_SECONDS = 0.001
const MOST_TICKS = 0xffff_ffff

/**
 * Decides what is copied and what is re-encoded. Reads tables, the first bytes of frames where copying might begin, and up
 * to 512 kB of what is needed first, which is cached for the cut.
 *
 * The clip shows each range exactly as a clip of its own would, in the given order. They may overlap or be the same; a range
 * that begins where the one before it ends is merged with it.
 * @param wanted one range or more
 * @throws CutterError range_outside, too_long, nothing_in_range, begins_later, unsupported_media, broken_media, source_failed, cancelled,
 * and too_large when the clip would last too long for its file
 */
export async function planCut(
  media: Media,
  wanted: TimeRange | readonly TimeRange[],
  request: ClipSpec,
  options: PlanningOptions = {},
): Promise<CutPlan> {
  const { maxCodecBytes } = options
  throwIfCancelled(options.signal)
  const ranges = 'startTime' in wanted ? [wanted] : wanted
  if (ranges.length === 0) throw new Error('A clip has at least one range.')
  const checked = mergeAdjacent(ranges.map((range) => checkRange(range, media.facts.durationSeconds)))
  requireWritable(media, checked, request)
  if (request.kind === 'original' && originalContainer(media.facts, request.container) === null) {
    const { codec } = media.facts.video ?? { codec: 'no frame' }
    const into = request.container === 'mp4' ? 'MP4 in its own codec' : 'clip in its own codec'
    throw unsupportedMedia(`There is no ${into} to be made of ${codec}.`)
  }
  if (request.kind === 'gif' || request.kind === 'webp') {
    requireShort(checked)
  } else if (request.kind !== 'still') {
    requireReadableAudio(media)
  }
  const meter = newMeter()
  const cached = new CachedReads()
  const reading = { signal: options.signal, meter, cached }
  try {
    const planned = await planClip(media, withEnds(checked, media.facts.durationSeconds), request, {
      ...reading,
      isThorough: options.isThorough ?? false,
      isAudioRead: options.isAudioRead ?? false,
      isTwoPass: options.isTwoPass ?? false,
      ...(maxCodecBytes !== undefined && { maxCodecBytes }),
    })
    const { isThorough = false, isAudioRead = false } = options
    const task: CutTask = { media, request, meter, cached, isThorough, isAudioRead, maxCodecBytes, ...planned }
    const facts = planFacts(task, checked)
    return Object.defineProperty({ ...facts }, 'task', { value: task, enumerable: false }) as CutPlan
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(await explained(error, media, checked, reading), 'The range cannot be planned')
  }
}

/** Where nothing is shown in ranges because the first frame comes after them, that is the error. */
async function explained(error: unknown, media: Media, ranges: readonly TimeRange[], options: ReadOptions) {
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

/** At a joint the last frame is shown as long as those before it: frames keep their rhythm. */
function withEnds(ranges: readonly TimeRange[], durationSeconds: number): JoinedRange[] {
  return ranges.map((range, index) => ({
    ...range,
    isFollowed: index + 1 < ranges.length,
    isToEnd: range.endTime >= durationSeconds - SAME_TIME_SECONDS,
    heldUntil: Math.min(range.endTime, durationSeconds),
  }))
}

/** No clip is made that would silently lose its audio. */
function requireReadableAudio({ facts: { unreadableAudio } }: Media): void {
  if (unreadableAudio) throw unsupportedMedia(`The audio is encoded in a way we cannot read (${unreadableAudio}).`)
}

/** Ranges that follow each other without a hole are one range: it is cheaper to cut, and has no joint. */
function mergeAdjacent(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const { startTime, endTime } of ranges) {
    const last = merged.at(-1)
    if (last && last.endTime === startTime) last.endTime = endTime
    else merged.push({ startTime, endTime })
  }
  return merged
}

/** Tables of an MP4 count ticks in 32 bits: enough for half a day, and joined ranges may last longer. */
function requireWritable({ video, audio }: Media, ranges: readonly TimeRange[], request: ClipSpec): void {
  const seconds = ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  const timescale = video?.access.kind === 'indexed' ? video.access.track.timescale : (video?.access.timescale ?? 0)
  const finest = Math.max(timescale, audio?.description.sampleRate ?? 0)
  const isMp4 = request.kind === 'video' || request.kind === 'original' || request.kind === 'm4a'
  if (isMp4 && seconds * finest > MOST_TICKS) {
    throw new CutterError('too_large', `A clip of ${seconds} s is too long for its file.`)
  }
}

function checkRange(range: TimeRange, durationSeconds: number): TimeRange {
  const { startTime, endTime } = range
  const isRange = startTime >= 0 && endTime > startTime
  const isInside = startTime < durationSeconds && endTime <= durationSeconds + TOLERATED_OVERRUN_SECONDS
  if (!isRange || !isInside) {
    const wanted = `${startTime} to ${endTime} s`
    throw new CutterError('range_outside', `The range ${wanted} does not lie inside of ${durationSeconds} s.`)
  }
  return { startTime, endTime }
}
