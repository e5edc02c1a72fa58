import { AUDIO_CODECS, type AudioSpec, type ClipSpec, changesAudio, isAudioOnly } from '../api/clip-spec.ts'
import { CutterError } from '../api/cutter-error.ts'
import { isNativeCodec } from '../bitstream/codec-names.ts'
import type { AudioPlanOptions } from '../demux/common/audio-formats.ts'
import type { Media } from '../demux/common/media.ts'
import type { OpenedAudio, OpenedVideo } from '../demux/common/opened-part.ts'
import type { ClipAudio, ClipFrames, CutTask } from './cut-task.ts'
import { planRuns } from './edited-runs.ts'
import { type FrameShape, shapedFrames } from './frame-shape.ts'
import { requireMemory } from './memory-needed.ts'
import { originalContainer } from './original-container.ts'
import {
  type AudioTime,
  audibleRange,
  type EncodeAudioTask,
  type EncodedCodec,
  planAudio,
  planEncoding,
  planJoinedAudio,
} from './plan-audio.ts'
import { heldBytes, planAnimation, planNativeVideo, planStill } from './plan-decoded.ts'
import { shownTime } from './plan-facts.ts'
import {
  type JoinedRange,
  type PlanOptions,
  planVideo,
  type SpliceVideoTask,
  type TranscodeVideoTask,
  type VideoTask,
} from './plan-video.ts'
import { divideRanges, planParts, type RangePart } from './range-parts.ts'
import { limitAudio, mayCopyAudio, needsTwoPasses } from './size-limit.ts'

type PlannedClip = Pick<CutTask, 'video' | 'audio' | 'isTwoPass'>

/**
 * Plans the video and audio of a clip that shows these ranges in sequence. A clip that would exceed its size limit is
 * planned for two passes.
 */
export async function planClip(
  media: Media,
  ranges: readonly JoinedRange[],
  request: ClipSpec,
  options: PlanOptions,
): Promise<PlannedClip> {
  if (isAudioOnly(request)) return planAudioClip(media, ranges, request, options)
  const { video } = media
  if (!video) throw new CutterError('unsupported_media', 'There is no frame to make a video of.')
  switch (request.kind) {
    case 'gif':
    case 'webp':
    case 'still':
      return planImageClip({ media, video }, ranges, request, options)
    default:
      return planVideoClip({ media, video }, ranges, request, options)
  }
}

async function planAudioClip(
  media: Media,
  ranges: readonly JoinedRange[],
  request: AudioSpec,
  options: PlanOptions,
): Promise<PlannedClip> {
  if (!media.audio) throw new CutterError('unsupported_media', 'There is no audio to make a clip of.')
  const { durationSeconds } = media.facts
  const audibleRanges = ranges.map((range) => ({ ...range, endTime: Math.min(range.endTime, durationSeconds) }))
  const parts = await divideRanges(media, audibleRanges, options)
  const times = parts.map(({ audio, range }) => ({
    opened: audio,
    range: (audio && audibleRange(audio, range)) ?? range,
  }))
  const target = { codec: AUDIO_CODECS[request.kind], isChanged: changesAudio(request) }
  const audio = await planClipAudio(media.audio, times, target, options)
  if (!audio) throw new CutterError('nothing_in_range', 'There is no audio in the range.')
  return { video: null, audio }
}

interface MediaWithVideo {
  media: Media
  video: OpenedVideo
}

async function planImageClip(
  { media, video: main }: MediaWithVideo,
  ranges: readonly JoinedRange[],
  request: Extract<ClipSpec, { kind: 'gif' | 'webp' | 'still' }>,
  options: PlanOptions,
): Promise<PlannedClip> {
  if (request.kind === 'still') {
    const video = await planStill(await divideRanges(media, ranges.slice(0, 1), options), request, options)
    requireMemory(video, 'still', options)
    return { video, audio: null }
  }
  const video = await planAnimation(main, await divideRanges(media, ranges, options), request, options)
  const heldMemory = request.kind === 'gif' ? { heldBytes: heldBytes(video.parts, request) } : {}
  requireMemory(video, 'still', { ...options, ...heldMemory })
  return { video, audio: null }
}

async function planVideoClip(
  { media, video: main }: MediaWithVideo,
  ranges: readonly JoinedRange[],
  request: Extract<ClipSpec, { kind: 'video' | 'original' }>,
  options: PlanOptions,
): Promise<PlannedClip> {
  const { codec } = main.description
  const nativeCodec = request.kind === 'original' && isNativeCodec(codec) ? codec : null
  const areFramesChanged =
    hasBurnedCues(request, ranges) || (request.kind === 'video' && request.videoFade !== undefined)
  const shape = request.kind === 'original' ? { height: null } : request
  const rangeParts = await divideRanges(media, ranges, options)
  const { video, parts } = nativeCodec
    ? await planNativeVideo(media, rangeParts, options)
    : await planFrames(main, rangeParts, shape, { ...options, areFramesChanged })
  requireMemory(video, nativeCodec ?? (areFramesChanged ? 'painted' : 'transcode'), options)
  const isWebm = request.kind === 'original' && originalContainer(media.facts, request.container) === 'webm'
  const isChanged = changesAudio(request)
  // Audio is cut to the times of the frames, because a range that starts between two frames must not shift it.
  const times = listAudioTimes(video, parts)
  const planAudioAs = async (target: { codec: EncodedCodec; isChanged: boolean }) =>
    media.audio && (await planClipAudio(media.audio, times, target, options))
  const audio = await planAudioAs({ codec: isWebm ? 'opus' : 'aac', isChanged })
  const maxBytes = request.kind === 'video' ? request.maxBytes : undefined
  if (maxBytes === undefined) return { video, audio }
  if (!options.isTwoPass) {
    if (!needsTwoPasses(video, audio, maxBytes)) return { video, audio }
    return planVideoClip({ media, video: main }, ranges, request, { ...options, isTwoPass: true })
  }
  const mayBeCopied = audio && mayCopyAudio(audio, video, maxBytes)
  const twoPassAudio = mayBeCopied ? audio : await planAudioAs({ codec: 'aac', isChanged: true })
  return { video, audio: twoPassAudio && limitAudio(twoPassAudio, video, maxBytes), isTwoPass: true }
}

/** Cues this close to a range count as inside it, because its last frame may be shown a little longer. */
const CUE_MARGIN_SECONDS = 1

/** Whether burned-in subtitles have a cue in the ranges. Without one, frames can be copied. */
function hasBurnedCues(request: ClipSpec, ranges: readonly JoinedRange[]): boolean {
  if (request.kind !== 'video' || request.subtitles?.as !== 'burned') return false
  return request.subtitles.cues.some((cue) =>
    ranges.some(
      ({ startTime, endTime }) =>
        cue.startTime < endTime + CUE_MARGIN_SECONDS && cue.endTime > startTime - CUE_MARGIN_SECONDS,
    ),
  )
}

/** The time of each range from its first frame to the end of its last one, with the audio there. */
function listAudioTimes(video: ClipFrames, parts: readonly RangePart[]): AudioTime[] {
  const times: AudioTime[] = []
  for (const [index, { window }] of video.parts.entries()) {
    const range = shownTime(window)
    const previous = times.at(-1)
    if (previous && window.isContinued) previous.range.endTime = range.endTime
    else times.push({ opened: parts[index]!.audio, range })
  }
  return times
}

async function planFrames(
  mainVideo: OpenedVideo,
  ranges: readonly RangePart[],
  shape: FrameShape,
  options: PlanOptions,
): Promise<{ video: ClipFrames; parts: RangePart[] }> {
  const plannedParts = await planParts(ranges, (opened, range) =>
    planRuns(opened, range, (run, part) => planVideo(run, part, shape, options)),
  )
  const tasks = plannedParts.map(({ task }) => task)
  const parts = plannedParts.map(({ part }) => part)
  const spliceTasks = tasks.filter((task) => task.kind === 'splice')
  if (spliceTasks.length === tasks.length && new Set(spliceTasks.map(composeHeaderKey)).size === 1) {
    return { video: { kind: 'splice', parts: spliceTasks }, parts }
  }
  // One header describes the whole clip, so wholly re-encoded ranges cannot be mixed with copied ones.
  const transcodeTasks = tasks.map((task) => toTranscodeTask(task, shape))
  const sizes = new Set(transcodeTasks.map(({ size: { width, height } }) => `${width}x${height}`))
  const size = sizes.size === 1 ? transcodeTasks[0]!.size : shapedFrames(mainVideo, shape).size
  return { video: { kind: 'transcode', parts: transcodeTasks.map((task) => ({ ...task, size })) }, parts }
}

/** The header fields that the copied frames of a range require, as text for comparison with other ranges. */
function composeHeaderKey({ opened, packets, configuration }: SpliceVideoTask): string {
  const { width, height, configurations } = opened.description
  const entry = Buffer.from(configurations[packets.entryIndexes[0]!] ?? []).toString('latin1')
  return `${width} ${height} ${entry} ${Buffer.concat(configuration.inBandSets ?? []).toString('latin1')}`
}

function toTranscodeTask(part: VideoTask, shape: FrameShape): TranscodeVideoTask {
  if (part.kind === 'transcode') return part
  const { opened, window, packets } = part
  return { kind: 'transcode', opened, window, packets, ...shapedFrames(opened, shape) }
}

async function planClipAudio(
  mainAudio: OpenedAudio,
  times: readonly AudioTime[],
  { codec, isChanged }: { codec: EncodedCodec; isChanged: boolean },
  options: AudioPlanOptions,
): Promise<ClipAudio | null> {
  const asEncoded = (parts: readonly EncodeAudioTask[]): ClipAudio => {
    return { kind: 'encode', parts: parts.map((part) => ({ ...part, isChanged })) }
  }
  const [firstTime, ...otherTimes] = times
  if (!firstTime || otherTimes.length > 0 || codec === 'opus') {
    const parts = await planJoinedAudio(mainAudio, times, codec, options)
    return parts && asEncoded(parts)
  }
  const { opened, range } = firstTime
  if (!opened) return null
  const task = await (codec === 'aac'
    ? planAudio(opened, range, isChanged, options)
    : planEncoding(opened, range, codec, options))
  if (!task) return null
  return task.kind === 'splice' ? { kind: 'splice', parts: [task] } : asEncoded([task])
}
