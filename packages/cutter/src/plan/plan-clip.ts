import type { ReadOptions } from '../bytes/part-reader.ts'
import type { NativeCodec } from '../codec/native-picture-encoder.ts'
import type { CutRange, CutWish } from '../cut-wish.ts'
import { CutterError } from '../cutter-error.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import type { OpenedVideo } from '../index/opened-part.ts'
import type { OpenedMedia } from '../open-media.ts'
import { startedAhead } from '../started-ahead.ts'
import type { ClipPictures, ClipSound } from './cut-task.ts'
import { requireMemory } from './memory-needed.ts'
import { originalContainer } from './original-container.ts'
import { planJoinedSound } from './plan-joined-sound.ts'
import { planOpusSound, planOriginalVideo } from './plan-original.ts'
import { planAnimation, planStill } from './plan-shown.ts'
import { planMp3, planSound } from './plan-sound.ts'
import { planVideo, type TranscodeVideoTask, type VideoTask, type VideoWindow } from './plan-video.ts'
import { scaledSize } from './scaled-size.ts'

/** Planning waits for the source more than it works. */
const RANGES_AT_ONCE = 4

/** Plans pictures and sound of a clip that shows these ranges one after the other. */
export async function planClip(
  media: OpenedMedia,
  ranges: readonly CutRange[],
  wish: CutWish,
  options: ReadOptions,
): Promise<{ video: ClipPictures | null; sound: ClipSound | null }> {
  if (wish.kind === 'mp3') {
    if (!media.sound) {
      throw new CutterError('unsupported_media', 'There is no sound to make an MP3 of.')
    }
    const { durationSeconds } = media.facts
    const instants = ranges.map((range) => ({ ...range, endSeconds: Math.min(range.endSeconds, durationSeconds) }))
    const sound = await planClipSound(media, instants, 'mp3', options)
    if (!sound) {
      throw new CutterError('nothing_in_range', 'There is no sound in the range.')
    }
    return { video: null, sound }
  }
  if (!media.video) {
    throw new CutterError('unsupported_media', 'There is no picture to make a video of.')
  }
  if (wish.kind === 'gif' || wish.kind === 'webp') {
    return { video: within(await planAnimation(media.video, ranges, options), 'still'), sound: null }
  }
  if (wish.kind === 'still') {
    return { video: within(await planStill(media.video, ranges[0]!, wish.height, options), 'still'), sound: null }
  }
  if (wish.kind === 'original' && originalContainer(media.facts) === 'webm') {
    const codec = media.video.description.codec as NativeCodec
    const video = within(await planOriginalVideo(media.video, media.facts.durationSeconds, ranges, options), codec)
    const instants = video.parts.map(({ window }) => instantOf(window))
    return { video, sound: media.sound && (await planOpusSound(media.sound, instants, options)) }
  }
  const height = wish.kind === 'original' ? null : wish.height
  const video = within(await planPictures(media.video, ranges, height, options), 'transcode')
  // Sound is cut to the instant of the pictures, not to the range: a start between two frames must not skew it.
  const instants = video.parts.map(({ window }) => instantOf(window))
  return { video, sound: await planClipSound(media, instants, 'aac', options) }
}

function within(pictures: ClipPictures, encodedAs: Parameters<typeof requireMemory>[1]): ClipPictures {
  requireMemory(pictures, encodedAs)
  return pictures
}

function instantOf({ timescale, firstTick, endTick }: VideoWindow): CutRange {
  return { startSeconds: firstTick / timescale, endSeconds: endTick / timescale }
}

async function planPictures(
  opened: OpenedVideo,
  ranges: readonly CutRange[],
  height: number | null,
  options: ReadOptions,
): Promise<ClipPictures> {
  const parts: VideoTask[] = []
  for await (const part of startedAhead(ranges, RANGES_AT_ONCE, (range) => planVideo(opened, range, height, options))) {
    parts.push(part)
  }
  const spliced = parts.filter((part) => part.kind === 'splice')
  const entries = new Set(
    spliced.map(({ packets, configuration }) => `${packets.entryIndexes[0]} ${inBand(configuration)}`),
  )
  if (spliced.length === parts.length && entries.size === 1) {
    return { kind: 'splice', parts: spliced }
  }
  // One header describes the whole clip: what is encoded from scratch in one range cannot stand beside copies in another.
  return { kind: 'transcode', parts: parts.map((part) => transcodeOf(part, height)) }
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

async function planClipSound(
  media: OpenedMedia,
  instants: readonly CutRange[],
  codec: 'aac' | 'mp3',
  options: ReadOptions,
): Promise<ClipSound | null> {
  const opened = media.sound
  if (!opened) {
    return null
  }
  const [only, ...others] = instants
  if (!only || others.length > 0) {
    const parts = await planJoinedSound(opened, instants, codec, options)
    return parts && { kind: 'encode', parts }
  }
  const task = codec === 'mp3' ? await planMp3(opened, only, options) : await planSound(opened, only, options)
  if (!task) {
    return null
  }
  return task.kind === 'splice' ? { kind: 'splice', parts: [task] } : { kind: 'encode', parts: [task] }
}
