import type { CutRange } from '../cut-wish.ts'
import type { CutTask } from './cut-task.ts'
import type { SpliceVideoTask, VideoTask } from './plan-video.ts'

/** How a clip comes about: all copied, copied but for its edges, all encoded anew, or sound alone. */
export type CutWay = 'copied' | 'smart' | 'transcoded' | 'mp3'

/** A run of pictures that are made in the same way. Times are on the media's timeline. */
export interface PlannedPiece {
  how: 'copy' | 'encode'
  fromSeconds: number
  toSeconds: number
  frames: number
}

export interface PlanFacts {
  way: CutWay
  range: CutRange
  /** What the clip will show: from the first frame's time to the last one's end. */
  clip: { startSeconds: number; endSeconds: number; durationSeconds: number }
  picture: {
    codec: string
    width: number
    height: number
    /** null: they are counted while they are decoded. */
    frames: number | null
    pieces: PlannedPiece[]
  } | null
  sound: { codec: string; how: 'spliced' | 'encoded'; sampleRate: number; channels: number } | null
  /** The bytes of the packets needed; null when they are found while reading. */
  neededBytes: number | null
}

export function planFacts(task: CutTask, range: CutRange): PlanFacts {
  const { video, sound, wish } = task
  const clip = video ? clipOfPictures(video) : clipOfSound(task)
  return {
    way: wayOf(task),
    range,
    clip: { ...clip, durationSeconds: clip.endSeconds - clip.startSeconds },
    picture: video && pictureFacts(video),
    sound: sound && {
      codec: wish.kind === 'mp3' ? 'mp3' : 'aac',
      how: sound.kind === 'splice' ? 'spliced' : 'encoded',
      sampleRate: sound.sampleRate,
      channels: sound.channels,
    },
    neededBytes: neededBytes(task),
  }
}

function wayOf({ video, wish }: CutTask): CutWay {
  if (wish.kind === 'mp3') {
    return 'mp3'
  }
  if (video?.kind !== 'splice' || !video.plan.copy) {
    return 'transcoded'
  }
  return video.plan.head || video.plan.tail ? 'smart' : 'copied'
}

function clipOfPictures({ window }: VideoTask) {
  const { timescale, firstTick, endTick } = window
  return { startSeconds: firstTick / timescale, endSeconds: endTick / timescale }
}

function clipOfSound({ sound }: CutTask) {
  const { fromSample, toSample, sampleRate } = sound!
  return { startSeconds: fromSample / sampleRate, endSeconds: toSample / sampleRate }
}

function pictureFacts(video: VideoTask): PlanFacts['picture'] {
  const { window } = video
  const { codec, width, height } = video.opened.description
  if (video.kind === 'splice') {
    return { codec, width, height, frames: window.frames, pieces: splicePieces(video) }
  }
  const { startSeconds, endSeconds } = clipOfPictures(video)
  const whole: PlannedPiece = {
    how: 'encode',
    fromSeconds: startSeconds,
    toSeconds: endSeconds,
    frames: window.frames ?? Math.round((endSeconds - startSeconds) * video.opened.frameRate),
  }
  return { codec, ...video.size, frames: window.frames, pieces: [whole] }
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
      fromSeconds: packets[from]!.pts / timescale,
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
  const isKnown = (!video || video.packets) && (!sound || sound.packets)
  if (!isKnown) {
    return null
  }
  const packets = [...(video?.packets ?? []), ...(sound?.packets ?? [])]
  return packets.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
