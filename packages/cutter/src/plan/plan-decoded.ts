import { type AnimationShape, type ClipCrop, LONGEST_ANIMATION_SECONDS } from '../api/clip-spec.ts'
import { CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedVideo } from '../demux/common/opened-part.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import type { NativeFrames, TranscodedFrames } from './cut-task.ts'
import { animationSize, stillSize } from './display-size.ts'
import { planRuns } from './edited-runs.ts'
import { type FrameShape, seenFrames } from './frame-shape.ts'
import { planVideo, secondsOf, type TranscodeVideoTask, unlessNothing } from './plan-video.ts'
import { planParts, type RangePart } from './range-parts.ts'

/** Computed from frame numbers, ranges may be longer by what a computer rounds. */
const ROUNDED_SECONDS = 1e-3
/** Where the first frame of a range is looked for first: the tables of the rest need not be read. */
const STILL_REACH_SECONDS = 1

/** Before anything is read: moving frames for sharing are short. */
export function requireShort(ranges: readonly TimeRange[]): void {
  const seconds = ranges.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0)
  if (seconds > LONGEST_ANIMATION_SECONDS + ROUNDED_SECONDS) {
    const limit = `${LONGEST_ANIMATION_SECONDS} s`
    throw new CutterError('too_long', `Moving frames for sharing last ${limit} at most, not ${seconds} s.`)
  }
}

/** Plans frames that are decoded to be shown one after the other. */
export async function planAnimation(
  main: OpenedVideo,
  ranges: readonly RangePart[],
  { crop, width }: AnimationShape & { crop?: ClipCrop },
  options: ReadOptions,
): Promise<TranscodedFrames> {
  const planned = await planParts(ranges, (opened, range) => planDecoded(opened, range, options))
  const sizeOf = ({ description }: OpenedVideo) => animationSize(seenFrames(description, crop).size, width)
  const sizes = planned.map(({ task }) => sizeOf(task.opened))
  const isOne = sizes.every(({ width, height }) => width === sizes[0]!.width && height === sizes[0]!.height)
  const size = isOne ? sizes[0]! : sizeOf(main)
  return { kind: 'transcode', parts: planned.map(({ task }) => ({ ...task, size })) }
}

/** Every frame of a source of just under 18 a second is nearer to 12 than every second one. */
const MOST_USUAL_FRAME_RATE = 18

/** A GIF has one palette, which is chosen from all frames: they are held in 4:2:0. */
export function heldBytes(parts: readonly TranscodeVideoTask[], { frameRate }: AnimationShape): number {
  const { width, height } = parts[0]!.size
  return 1.5 * width * height * Math.ceil(secondsOf(parts) * (frameRate ?? MOST_USUAL_FRAME_RATE))
}

/** Plans the first frame of a range, and the decoding that it needs. */
export async function planStill(
  ranges: readonly RangePart[],
  { height, crop }: FrameShape,
  options: ReadOptions,
): Promise<TranscodedFrames> {
  const [planned] = await planParts(ranges, (opened, range) => planFirst(opened, range, options), 1)
  const part = planned!.task
  const { firstTick, endTick } = part.window
  const own = part.packets?.pts.lastIndexOf(firstTick) ?? -1
  // Its own packet comes after all that it refers to; a second field of it may be a packet of its own.
  const packets = part.packets?.slice(0, own + (part.window.frames === null ? 2 : 1)) ?? null
  const following = part.packets?.pts.reduce((next, pts) => (pts > firstTick && pts < next ? pts : next), endTick)
  const window = { ...part.window, lastTick: firstTick, endTick: following ?? firstTick + 1, frames: 1 }
  const { size, whole } = seenFrames(part.opened.description, crop)
  return { kind: 'transcode', parts: [{ ...part, packets, window, size: stillSize(size, height, whole) }] }
}

async function planFirst(opened: OpenedVideo, range: TimeRange, options: ReadOptions): Promise<TranscodeVideoTask[]> {
  const reach = range.startTime + STILL_REACH_SECONDS
  const isShort = reach >= range.endTime
  const found = isShort ? null : await unlessNothing(() => planDecoded(opened, { ...range, endTime: reach }, options))
  return found ?? planDecoded(opened, range, options)
}

/** All frames of a range, to be decoded, or copied where packets allow it; in several parts where an edit list jumps. */
async function planDecoded(opened: OpenedVideo, range: TimeRange, options: ReadOptions): Promise<TranscodeVideoTask[]> {
  const shown = { ...opened, description: { ...opened.description, isCopyable: false } }
  return planRuns(shown, range, async (run, part) => {
    const task = await planVideo(run, part, { height: null }, options)
    if (task.kind !== 'transcode') throw new Error('What cannot be copied is not planned to be.')
    return task
  })
}

/** Plans frames that stay VP8, VP9 or AV1. */
export async function planNativeVideo(
  { facts: { durationSeconds } }: Media,
  ranges: readonly RangePart[],
  options: ReadOptions,
): Promise<{ video: NativeFrames; parts: RangePart[] }> {
  const planned = await planParts(ranges, (opened, range) => planDecoded(opened, range, options))
  const tasks: TranscodeVideoTask[] = []
  const { codec, width, height } = planned[0]!.task.opened.description
  for (const { task } of planned) {
    const own = task.opened.description
    if (own.codec !== codec || own.width !== width || own.height !== height) {
      throw new CutterError('unsupported_media', 'The range is made of recordings that do not go together.')
    }
    tasks.push({ ...(await withFollowing(task, durationSeconds, options)), size: { width, height } })
  }
  return { video: { kind: 'native', parts: tasks }, parts: planned.map(({ part }) => part) }
}

/** How far after a range the next packet is searched for. */
const FOLLOWING_SECONDS = 1

/** The packet after a range shows whether its last GOP is complete: it is read, but not shown. */
async function withFollowing(
  task: TranscodeVideoTask,
  durationSeconds: number,
  options: ReadOptions,
): Promise<TranscodeVideoTask> {
  const { packets, window } = task
  const { access } = task.opened
  if (access.kind === 'library' || !packets) return task
  const reach = window.endTick + FOLLOWING_SECONDS * window.timescale
  const around = await access.track.covering(window.lastTick, reach, options)
  const following = around.find(({ pts }) => pts > window.lastTick)
  if (following) return { ...task, packets: PacketList.joined([packets, PacketList.of([following])]), isEndKnown: true }
  return { ...task, isEndKnown: durationSeconds * window.timescale <= reach }
}
