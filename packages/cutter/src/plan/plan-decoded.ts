import { type AnimationShape, type ClipCrop, MAX_ANIMATION_SECONDS } from '../api/clip-spec.ts'
import { CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import type { NativeFrames, TranscodedFrames } from './cut-task.ts'
import { animationSize, stillSize } from './display-size.ts'
import { planRuns } from './edited-runs.ts'
import { displayedFrameSizes, type FrameShape } from './frame-shape.ts'
import { planVideo, type TranscodeVideoTask, unlessNothingShown, videoSeconds } from './plan-video.ts'
import { planParts, type RangePart } from './range-parts.ts'

/** Largest rounding error of ranges that were computed from frame numbers. */
const MAX_ROUNDING_SECONDS = 1e-3
/** Part of a range that is searched first for its first frame, so that the tables of the remainder need not be read. */
const STILL_REACH_SECONDS = 1

/** Checks the length of an animation before anything is read. @throws CutterError too_long */
export function requireAnimationLength(ranges: readonly TimeRange[]): void {
  const seconds = ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  if (seconds > MAX_ANIMATION_SECONDS + MAX_ROUNDING_SECONDS) {
    const limit = `${MAX_ANIMATION_SECONDS} s`
    throw new CutterError('too_long', `Moving frames for sharing last ${limit} at most, not ${seconds} s.`)
  }
}

/** Plans the frames of an animation. */
export async function planAnimation(
  mainVideo: OpenedVideo,
  ranges: readonly RangePart[],
  { crop, width }: AnimationShape & { crop?: ClipCrop },
  options: ReadOptions,
): Promise<TranscodedFrames> {
  const plannedParts = await planParts(ranges, (opened, range) => planDecoded(opened, range, options))
  const sizeOf = ({ description }: OpenedVideo) => animationSize(displayedFrameSizes(description, crop).size, width)
  const sizes = plannedParts.map(({ task }) => sizeOf(task.opened))
  const isSameSize = sizes.every(({ width, height }) => width === sizes[0]!.width && height === sizes[0]!.height)
  const size = isSameSize ? sizes[0]! : sizeOf(mainVideo)
  return { kind: 'transcode', parts: plannedParts.map(({ task }) => ({ ...task, size })) }
}

/**
 * Highest frame rate of an animation by default. A source of just under 18 frames a second keeps all its frames,
 * because that is closer to 12 than every second frame is.
 */
const MAX_USUAL_FRAME_RATE = 18

/** Memory in bytes for all frames of a GIF, which are held as 4:2:0 until its palette is chosen. */
export function heldBytes(parts: readonly TranscodeVideoTask[], { frameRate }: AnimationShape): number {
  const { width, height } = parts[0]!.size
  return 1.5 * width * height * Math.ceil(videoSeconds(parts) * (frameRate ?? MAX_USUAL_FRAME_RATE))
}

/** Plans the first frame of a range, and the packets needed to decode it. */
export async function planStill(
  ranges: readonly RangePart[],
  { height, crop }: FrameShape,
  options: ReadOptions,
): Promise<TranscodedFrames> {
  const [plannedPart] = await planParts(ranges, (opened, range) => planFirst(opened, range, options), 1)
  const part = plannedPart!.task
  const { firstTick, endTick } = part.window
  const frameIndex = part.packets?.pts.lastIndexOf(firstTick) ?? -1
  // The packet of a frame comes after all its references. A second field of the frame may be the packet after it.
  const packets = part.packets?.slice(0, frameIndex + (part.window.frames === null ? 2 : 1)) ?? null
  const following = part.packets?.pts.reduce((next, pts) => (pts > firstTick && pts < next ? pts : next), endTick)
  const window = { ...part.window, lastTick: firstTick, endTick: following ?? firstTick + 1, frames: 1 }
  const { size, wholeSize } = displayedFrameSizes(part.opened.description, crop)
  return { kind: 'transcode', parts: [{ ...part, packets, window, size: stillSize(size, height, wholeSize) }] }
}

async function planFirst(opened: OpenedVideo, range: TimeRange, options: ReadOptions): Promise<TranscodeVideoTask[]> {
  const searchEnd = range.startTime + STILL_REACH_SECONDS
  const isShort = searchEnd >= range.endTime
  const tasks = isShort
    ? null
    : await unlessNothingShown(() => planDecoded(opened, { ...range, endTime: searchEnd }, options))
  return tasks ?? planDecoded(opened, range, options)
}

/** Plans all frames of a range as a transcode task, or as several where an edit list jumps. */
async function planDecoded(opened: OpenedVideo, range: TimeRange, options: ReadOptions): Promise<TranscodeVideoTask[]> {
  const uncopyable = { ...opened, description: { ...opened.description, isCopyable: false } }
  return planRuns(uncopyable, range, async (run, part) => {
    const task = await planVideo(run, part, { height: null }, options)
    if (task.kind !== 'transcode') throw new Error('What cannot be copied is not planned to be.')
    return task
  })
}

/**
 * Plans frames that stay VP8, VP9 or AV1.
 * @throws CutterError unsupported_media for recordings that differ in codec or size
 */
export async function planNativeVideo(
  { facts: { durationSeconds } }: Media,
  ranges: readonly RangePart[],
  options: ReadOptions,
): Promise<{ video: NativeFrames; parts: RangePart[] }> {
  const plannedParts = await planParts(ranges, (opened, range) => planDecoded(opened, range, options))
  const tasks: TranscodeVideoTask[] = []
  const { codec, width, height } = plannedParts[0]!.task.opened.description
  for (const { task } of plannedParts) {
    const { description } = task.opened
    if (description.codec !== codec || description.width !== width || description.height !== height) {
      throw new CutterError('unsupported_media', 'The range is made of recordings that do not go together.')
    }
    tasks.push({ ...(await withFollowingPacket(task, durationSeconds, options)), size: { width, height } })
  }
  return { video: { kind: 'native', parts: tasks }, parts: plannedParts.map(({ part }) => part) }
}

/** Length of the search for the packet after a range. */
const FOLLOWING_SECONDS = 1

/**
 * Adds the packet after a range, which shows whether the last GOP is complete. It is read, but not part of the clip.
 */
async function withFollowingPacket(
  task: TranscodeVideoTask,
  durationSeconds: number,
  options: ReadOptions,
): Promise<TranscodeVideoTask> {
  const { packets, window } = task
  const { access } = task.opened
  if (access.kind === 'library' || !packets) return task
  const searchEndTick = window.endTick + FOLLOWING_SECONDS * window.timescale
  const packetsAround = await access.track.covering(window.lastTick, searchEndTick, options)
  const following = packetsAround.find(({ pts }) => pts > window.lastTick)
  if (following) return { ...task, packets: PacketList.joined([packets, PacketList.of([following])]), isEndKnown: true }
  return { ...task, isEndKnown: durationSeconds * window.timescale <= searchEndTick }
}
