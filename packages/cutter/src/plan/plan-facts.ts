import { AUDIO_CODECS, isAudioOnly } from '../api/clip-spec.ts'
import type { ClipContainer, CutMethod, PlanFacts, PlannedPiece } from '../api/cut-plan.ts'
import type { CutReceipt } from '../api/receipt.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { ClipAudio, ClipFrames, CutTask } from './cut-task.ts'
import { originalContainer } from './original-container.ts'
import { type AudioTask, type EncodedCodec, isOpusCopied } from './plan-audio.ts'
import type { SpliceVideoTask, TranscodeVideoTask, VideoWindow } from './plan-video.ts'
import { sampleBits } from './sample-bits.ts'

export function planFacts(task: CutTask, ranges: TimeRange[]): PlanFacts {
  const { video, audio, request } = task
  const container = chooseContainer(task)
  const parts = shownParts(video, audio)
  return {
    way: classifyCut(task),
    container,
    ranges,
    clip: {
      startTime: parts[0]!.startTime,
      endTime: parts.at(-1)!.endTime,
      durationSeconds: parts.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0),
    },
    video: video && frameFacts(video),
    audio:
      audio &&
      audioFacts(audio, isAudioOnly(request) ? AUDIO_CODECS[request.kind] : container === 'webm' ? 'opus' : 'aac'),
    neededBytes: neededBytes(task),
  }
}

function shownParts(video: ClipFrames | null, audio: ClipAudio | null): TimeRange[] {
  return video ? video.parts.map(({ window }) => shownTime(window)) : audio!.parts.map(audioTime)
}

/** Start and end of each range on the media's timeline, by its frames, or by its audio if the clip has no video. */
export function shownRanges(video: ClipFrames | null, audio: ClipAudio | null): TimeRange[] {
  const ranges: TimeRange[] = []
  for (const { startTime, endTime } of shownParts(video, audio)) {
    const previous = ranges.at(-1)
    if (previous?.endTime === startTime) previous.endTime = endTime
    else ranges.push({ startTime, endTime })
  }
  return ranges
}

function audioFacts(audio: ClipAudio, codec: EncodedCodec): PlanFacts['audio'] {
  const { sampleRate, channels } = audio.parts[0]!
  const isSpliced = audio.kind === 'splice' || (codec === 'opus' && isOpusCopied(audio.parts))
  const name = codec === 'pcm' ? `pcm-s${sampleBits(audio.parts)}` : codec
  return { codec: name, how: isSpliced ? 'spliced' : 'encoded', sampleRate, channels }
}

function chooseContainer({ media, request }: CutTask): ClipContainer {
  switch (request.kind) {
    case 'video':
      return 'mp4'
    case 'original':
      return originalContainer(media.facts, request.container) ?? 'mp4'
    case 'still':
      return 'png'
    default:
      return request.kind
  }
}

function classifyCut({ video, request }: CutTask): CutMethod {
  if (request.kind !== 'video' && request.kind !== 'original') return request.kind
  if (video?.kind === 'native') return 'smart'
  if (video?.kind !== 'splice' || video.parts.every(({ plan }) => !plan.copy)) return 'transcoded'
  return video.parts.some(({ plan }) => plan.head || plan.tail) ? 'smart' : 'copied'
}

export function shownTime({ timescale, firstTick, endTick }: VideoWindow): TimeRange {
  return { startTime: firstTick / timescale, endTime: endTick / timescale }
}

function audioTime({ fromSample, toSample, sampleRate }: AudioTask): TimeRange {
  return { startTime: fromSample / sampleRate, endTime: toSample / sampleRate }
}

function frameFacts(video: ClipFrames): PlanFacts['video'] {
  const { codec, width, height } = video.parts[0]!.opened.description
  const size = video.kind === 'splice' ? { width, height } : video.parts[0]!.size
  return { codec, ...size, frames: countedFrames(video), pieces: describePieces(video) }
}

function describePieces(video: ClipFrames): PlannedPiece[] {
  switch (video.kind) {
    case 'splice':
      return video.parts.flatMap(splicePieces)
    case 'native':
      return video.parts.flatMap(nativePieces)
    case 'transcode':
      return video.parts.map(wholePiece)
  }
}

function countedFrames(video: ClipFrames): number | null {
  let frames = 0
  for (const { window } of video.parts) {
    if (window.frames === null) return null
    frames += window.frames
  }
  return frames
}

function plannedPiece(
  how: PlannedPiece['how'],
  { timescale }: VideoWindow,
  { fromTick, toTick, frames }: { fromTick: number; toTick: number; frames: number },
): PlannedPiece {
  return { how, fromSeconds: fromTick / timescale, toSeconds: toTick / timescale, frames }
}

function wholePiece({ window, opened }: TranscodeVideoTask): PlannedPiece {
  const { firstTick: fromTick, endTick: toTick, timescale } = window
  const frames = window.frames ?? Math.round(((toTick - fromTick) / timescale) * opened.frameRate)
  return plannedPiece('encode', window, { fromTick, toTick, frames })
}

/**
 * Describes native video as a plan: whole GOPs are copied. A last GOP that extends beyond the range counts as
 * re-encoded, because only its packets show which frames depend on frames after the end.
 */
function nativePieces(part: TranscodeVideoTask): PlannedPiece[] {
  const { packets, window } = part
  if (!packets) return [wholePiece(part)]
  const { firstTick, lastTick, endTick } = window
  const frameTimes = packets.pts.filter((pts) => pts >= firstTick && pts <= lastTick)
  const keys = packets.pts.filter((pts, index) => packets.syncs[index] === 1 && pts >= firstTick && pts <= lastTick)
  const next = packets.pts.findIndex((pts) => pts > lastTick)
  const isClosed = next < 0 ? part.isEndKnown : packets.syncs[next] === 1
  const copyFrom = keys[0]
  const copyTo = isClosed ? endTick : keys.at(-1)
  if (copyFrom === undefined || copyTo === undefined || copyTo <= copyFrom) return [wholePiece(part)]
  const pieceBetween = (how: PlannedPiece['how'], fromTick: number, toTick: number): PlannedPiece =>
    plannedPiece(how, window, {
      fromTick,
      toTick,
      frames: frameTimes.filter((pts) => pts >= fromTick && pts < toTick).length,
    })
  const head = pieceBetween('encode', firstTick, copyFrom)
  const tail = pieceBetween('encode', copyTo, endTick)
  return [head, pieceBetween('copy', copyFrom, copyTo), tail].filter(({ frames }) => frames > 0)
}

function splicePieces({ plan, packets, window }: SpliceVideoTask): PlannedPiece[] {
  const { head, copy, tail } = plan
  const toTick = tail?.fromTick ?? window.endTick
  return [
    ...(head ? [plannedPiece('encode', window, head)] : []),
    ...(copy
      ? [plannedPiece('copy', window, { fromTick: packets.pts[copy.from]!, toTick, frames: copy.to - copy.from })]
      : []),
    ...(tail ? [plannedPiece('encode', window, tail)] : []),
  ]
}

function neededBytes({ video, audio }: CutTask): number | null {
  let bytes = 0
  for (const { packets } of [...(video?.parts ?? []), ...(audio?.parts ?? [])]) {
    if (!packets) return null
    bytes += packets.totalBytes
  }
  return bytes
}

/** Times in the receipt of a clip with video. @param audio null if the clip has no audio */
export function receiptTimes(
  video: ClipFrames,
  audio: ClipAudio | null,
): Pick<CutReceipt, 'firstFrameSeconds' | 'lastFrameSeconds' | 'soundOffsetMilliseconds'> {
  const first = video.parts[0]!.window
  const last = video.parts.at(-1)!.window
  return {
    firstFrameSeconds: first.firstTick / first.timescale,
    lastFrameSeconds: last.lastTick / last.timescale,
    soundOffsetMilliseconds: audio && worstAudioOffsetSeconds(video, audio) * 1000,
  }
}

/** Largest delay in seconds of the audio after the frames, over all ranges; negative where the audio is early. */
function worstAudioOffsetSeconds(video: ClipFrames, audio: ClipAudio): number {
  let framesAt = 0
  let audioAt = 0
  let worstOffset = 0
  let rangeIndex = 0
  for (const { window } of video.parts) {
    const { timescale, firstTick, endTick } = window
    if (window.isContinued) {
      framesAt += (endTick - firstTick) / timescale
      continue
    }
    const { fromSample, toSample, sampleRate } = audio.parts[rangeIndex++]!
    const offset = fromSample / sampleRate - audioAt - (firstTick / timescale - framesAt)
    worstOffset = Math.abs(offset) > Math.abs(worstOffset) ? offset : worstOffset
    framesAt += (endTick - firstTick) / timescale
    audioAt += (toSample - fromSample) / sampleRate
  }
  return worstOffset
}
