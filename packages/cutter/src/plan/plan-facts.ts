import type { ClipContainer, CutWay, PlanFacts, PlannedPiece } from '../api/cut-plan.ts'
import type { TimeRange } from '../api/time-range.ts'
import type { ClipPictures, CutTask } from './cut-task.ts'
import { originalContainer } from './original-container.ts'
import type { SoundTask } from './plan-audio.ts'
import type { SpliceVideoTask, TranscodeVideoTask, VideoWindow } from './plan-video.ts'

export function planFacts(task: CutTask, ranges: TimeRange[]): PlanFacts {
  const { video, sound } = task
  const container = containerOf(task)
  const shown = video ? video.parts.map(({ window }) => shownInstant(window)) : sound!.parts.map(heardInstant)
  return {
    way: wayOf(task, container),
    container,
    ranges,
    clip: {
      startTime: shown[0]!.startTime,
      endTime: shown.at(-1)!.endTime,
      durationSeconds: shown.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0),
    },
    picture: video && pictureFacts(video, container === 'webm' ? 'copy' : 'encode'),
    sound: sound && {
      codec: container === 'mp3' ? 'mp3' : container === 'webm' ? 'opus' : 'aac',
      how: sound.kind === 'splice' ? 'spliced' : 'encoded',
      sampleRate: sound.parts[0]!.sampleRate,
      channels: sound.parts[0]!.channels,
    },
    neededBytes: neededBytes(task),
  }
}

function containerOf({ media, wish }: CutTask): ClipContainer {
  switch (wish.kind) {
    case 'video':
      return 'mp4'
    case 'original':
      return originalContainer(media.facts) ?? 'mp4'
    case 'still':
      return 'png'
    default:
      return wish.kind
  }
}

/** In WebM it is seen only in the packets themselves where pictures may be copied; usually it is nearly all of them. */
function wayOf({ video, wish }: CutTask, container: ClipContainer): CutWay {
  if (wish.kind !== 'video' && wish.kind !== 'original') {
    return wish.kind
  }
  if (container === 'webm') {
    return 'smart'
  }
  if (video?.kind !== 'splice' || video.parts.every(({ plan }) => !plan.copy)) {
    return 'transcoded'
  }
  return video.parts.some(({ plan }) => plan.head || plan.tail) ? 'smart' : 'copied'
}

function shownInstant({ timescale, firstTick, endTick }: VideoWindow): TimeRange {
  return { startTime: firstTick / timescale, endTime: endTick / timescale }
}

function heardInstant({ fromSample, toSample, sampleRate }: SoundTask): TimeRange {
  return { startTime: fromSample / sampleRate, endTime: toSample / sampleRate }
}

function pictureFacts(video: ClipPictures, wholly: PlannedPiece['how']): PlanFacts['picture'] {
  const { codec, width, height } = video.parts[0]!.opened.description
  const size = video.kind === 'splice' ? { width, height } : video.parts[0]!.size
  const pieces =
    video.kind === 'splice' ? video.parts.flatMap(splicePieces) : video.parts.map((part) => wholePiece(part, wholly))
  return { codec, ...size, frames: countedFrames(video), pieces }
}

function countedFrames(video: ClipPictures): number | null {
  let frames = 0
  for (const { window } of video.parts) {
    if (window.frames === null) {
      return null
    }
    frames += window.frames
  }
  return frames
}

function wholePiece({ window, opened }: TranscodeVideoTask, how: PlannedPiece['how']): PlannedPiece {
  const { startTime, endTime } = shownInstant(window)
  return {
    how,
    fromSeconds: startTime,
    toSeconds: endTime,
    frames: window.frames ?? Math.round((endTime - startTime) * opened.frameRate),
  }
}

function splicePieces({ plan, packets, window }: SpliceVideoTask): PlannedPiece[] {
  const { timescale } = window
  const pieces: PlannedPiece[] = []
  const encoded = (piece: { fromTick: number; toTick: number; frames: number }): PlannedPiece => ({
    how: 'encode',
    fromSeconds: piece.fromTick / timescale,
    toSeconds: piece.toTick / timescale,
    frames: piece.frames,
  })
  if (plan.head) {
    pieces.push(encoded(plan.head))
  }
  if (plan.copy) {
    const { from, to } = plan.copy
    const toTick = plan.tail?.fromTick ?? window.endTick
    pieces.push({
      how: 'copy',
      fromSeconds: packets.pts[from]! / timescale,
      toSeconds: toTick / timescale,
      frames: to - from,
    })
  }
  if (plan.tail) {
    pieces.push(encoded(plan.tail))
  }
  return pieces
}

function neededBytes({ video, sound }: CutTask): number | null {
  let bytes = 0
  for (const { packets } of [...(video?.parts ?? []), ...(sound?.parts ?? [])]) {
    if (!packets) {
      return null
    }
    bytes += packets.totalBytes
  }
  return bytes
}
