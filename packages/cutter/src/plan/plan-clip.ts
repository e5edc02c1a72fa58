import type { ClipSpec } from '../api/clip-spec.ts'
import { CutterError } from '../api/cutter-error.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import type { AvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import type { OpenedSound, OpenedVideo } from '../demux/common/opened-part.ts'
import type { ReadOptions } from '../io/part-reader.ts'
import type { ClipPictures, ClipSound } from './cut-task.ts'
import { planRuns } from './edited-runs.ts'
import { requireMemory } from './memory-needed.ts'
import { originalContainer } from './original-container.ts'
import { planMp3, planSound } from './plan-audio.ts'
import { planAnimation, planStill } from './plan-images.ts'
import { planJoinedSound, type SoundInstant } from './plan-joined-audio.ts'
import { planOpusSound, planOriginalVideo } from './plan-original.ts'
import {
  planVideo,
  type SpliceVideoTask,
  type TranscodeVideoTask,
  type VideoTask,
  type VideoWindow,
} from './plan-video.ts'
import { partsOf, planParts, type RangePart } from './range-parts.ts'
import { scaledSize } from './scaled-size.ts'

/** Planning waits for the source more than it works. */
const RANGES_AT_ONCE = 4

/** Plans pictures and sound of a clip that shows these ranges one after the other. */
export async function planClip(
  media: OpenedMedia,
  ranges: readonly TimeRange[],
  wish: ClipSpec,
  options: ReadOptions,
): Promise<{ video: ClipPictures | null; sound: ClipSound | null }> {
  if (wish.kind === 'mp3') {
    if (!media.sound) {
      throw new CutterError('unsupported_media', 'There is no sound to make an MP3 of.')
    }
    const { durationSeconds } = media.facts
    const heard = ranges.map((range) => ({ ...range, endTime: Math.min(range.endTime, durationSeconds) }))
    const parts = await partsOf(media, heard, options)
    const instants = parts.map(({ sound, range }) => ({ opened: sound, range }))
    const sound = await planClipSound(media.sound, instants, 'mp3', options)
    if (!sound) {
      throw new CutterError('nothing_in_range', 'There is no sound in the range.')
    }
    return { video: null, sound }
  }
  if (!media.video) {
    throw new CutterError('unsupported_media', 'There is no picture to make a video of.')
  }
  const parts = await partsOf(media, wish.kind === 'still' ? ranges.slice(0, 1) : ranges, options)
  if (wish.kind === 'gif' || wish.kind === 'webp') {
    return { video: within(await planAnimation(media.video, parts, options), 'still'), sound: null }
  }
  if (wish.kind === 'still') {
    return { video: within(await planStill(parts, wish.height, options), 'still'), sound: null }
  }
  const isWebm = wish.kind === 'original' && originalContainer(media.facts) === 'webm'
  const planned = isWebm
    ? await planOriginalVideo(media, parts, options)
    : await planPictures(media.video, parts, wish.kind === 'original' ? null : wish.height, options)
  requireMemory(planned.video, isWebm ? (media.video.description.codec as NativeCodec) : 'transcode')
  // Sound is cut to the instant of the pictures, not to the range: a start between two frames must not skew it.
  const instants = instantsOf(planned.video, planned.parts)
  const sound = media.sound && (await (isWebm ? planOpusSound : planAacSound)(media.sound, instants, options))
  return { video: planned.video, sound }
}

/** From the first picture of each range to the end of its last one. */
function instantsOf(video: ClipPictures, parts: readonly RangePart[]): SoundInstant[] {
  const instants: SoundInstant[] = []
  for (const [index, { window }] of video.parts.entries()) {
    const range = instantOf(window)
    const before = instants.at(-1)
    if (before && window.isContinued) {
      before.range.endTime = range.endTime
    } else {
      instants.push({ opened: parts[index]!.sound, range })
    }
  }
  return instants
}

function within(pictures: ClipPictures, encodedAs: Parameters<typeof requireMemory>[1]): ClipPictures {
  requireMemory(pictures, encodedAs)
  return pictures
}

function instantOf({ timescale, firstTick, endTick }: VideoWindow): TimeRange {
  return { startTime: firstTick / timescale, endTime: endTick / timescale }
}

async function planPictures(
  main: OpenedVideo,
  ranges: readonly RangePart[],
  height: number | null,
  options: ReadOptions,
): Promise<{ video: ClipPictures; parts: RangePart[] }> {
  const planned = await planParts(ranges, RANGES_AT_ONCE, (opened, range) =>
    planRuns(opened, range, (run, part) => planVideo(run, part, height, options)),
  )
  const tasks = planned.map(({ task }) => task)
  const parts = planned.map(({ part }) => part)
  const spliced = tasks.filter((task) => task.kind === 'splice')
  if (spliced.length === tasks.length && new Set(spliced.map(headerOf)).size === 1) {
    return { video: { kind: 'splice', parts: spliced }, parts }
  }
  // One header describes the whole clip: what is encoded from scratch in one range cannot stand beside copies in another.
  const transcoded = tasks.map((task) => transcodeOf(task, height))
  const sizes = new Set(transcoded.map(({ size: { width, height } }) => `${width}x${height}`))
  const size = sizes.size === 1 ? transcoded[0]!.size : scaledSize(main.description, height)
  return { video: { kind: 'transcode', parts: transcoded.map((task) => ({ ...task, size })) }, parts }
}

/** What the header of a clip would have to say of the copies in a range, for comparison with another's. */
function headerOf({ opened, packets, configuration }: SpliceVideoTask): string {
  const { width, height, configurations } = opened.description
  const entry = Buffer.from(configurations[packets.entryIndexes[0]!] ?? []).toString('latin1')
  return `${width} ${height} ${entry} ${inBand(configuration)}`
}

/** Parameter sets among the pictures of a range, for comparison with those of another. */
function inBand({ inBandSets = [] }: AvcConfiguration): string {
  return Buffer.concat(inBandSets).toString('latin1')
}

function transcodeOf(part: VideoTask, height: number | null): TranscodeVideoTask {
  if (part.kind === 'transcode') {
    return part
  }
  const { opened, window, packets } = part
  return { kind: 'transcode', opened, window, packets, size: scaledSize(opened.description, height) }
}

function planAacSound(main: OpenedSound, instants: readonly SoundInstant[], options: ReadOptions) {
  return planClipSound(main, instants, 'aac', options)
}

async function planClipSound(
  main: OpenedSound,
  instants: readonly SoundInstant[],
  codec: 'aac' | 'mp3',
  options: ReadOptions,
): Promise<ClipSound | null> {
  const [only, ...others] = instants
  if (!only || others.length > 0) {
    const parts = await planJoinedSound(main, instants, codec, options)
    return parts && { kind: 'encode', parts }
  }
  const { opened, range } = only
  if (!opened) {
    return null
  }
  const task = codec === 'mp3' ? await planMp3(opened, range, options) : await planSound(opened, range, options)
  if (!task) {
    return null
  }
  return task.kind === 'splice' ? { kind: 'splice', parts: [task] } : { kind: 'encode', parts: [task] }
}
