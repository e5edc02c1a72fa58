import type { Frame } from 'node-av/lib'
import type { AnimationShape } from '../api/clip-spec.ts'
import { brokenMedia } from '../api/cutter-error.ts'
import type { UprightScaler } from '../codec/upright-scaler.ts'
import type { TranscodeVideoTask } from '../plan/plan-video.ts'
import type { TrackWork } from '../supply/packet-supply.ts'
import { framesWithin } from './frames.ts'
import { packetsOf, streamOf } from './video-track.ts'

/** A frame and since when it is shown, counted from the clip's zero. The caller frees the frame. */
export interface ShownFrame {
  frame: Frame
  fromSeconds: number
  /** Its own time on the media's timeline. */
  mediaSeconds: number
}

/** Of animated images: fewer look jerky, more make large files. */
const USUAL_FRAME_RATE = 12
/** WebM and its like keep times in whole milliseconds. */
const ROUNDED_SECONDS = 0.0015
/** What players would show for longer than it should is not begun. */
const SHORTEST_SHOWN_SECONDS = 0.02

/** So near to every second, third ... frame, exactly that is meant: 15 of 29.97. */
const SAME_STEP = 0.05

/**
 * Every second, third ... frame, so that movement stays even; other steps only where a rate was asked for that needs them.
 * @param frameRate of the source
 */
function secondsBetween(frameRate: number, asked?: number): number {
  const wanted = asked ?? USUAL_FRAME_RATE
  if (!(frameRate > 0 && Number.isFinite(frameRate))) return 1 / wanted
  const step = Math.max(1, frameRate / wanted)
  const whole = Math.round(step)
  return (asked === undefined || Math.abs(step - whole) < SAME_STEP ? whole : step) / frameRate
}

/** The frames of the ranges at equally spaced times, in order. A frame that is shown at several of them comes once. */
export async function* shownFrames(
  tasks: readonly TranscodeVideoTask[],
  { frameRate }: AnimationShape,
  scaler: UprightScaler,
  work: TrackWork,
): AsyncGenerator<ShownFrame, void> {
  const between = secondsBetween(tasks[0]!.opened.frameRate, frameRate)
  let times = 0
  let partFrom = 0
  for (const [index, task] of tasks.entries()) {
    const { timescale, firstTick, endTick } = task.window
    let held: { frame: Frame; mediaSeconds: number } | null = null
    const untilNext = async (seconds: number): Promise<ShownFrame | null> => {
      const fromSeconds = times * between
      if (!held || fromSeconds >= seconds) return null
      while (times * between < seconds) times += 1
      return { frame: await scaler.draw(held.frame), fromSeconds, mediaSeconds: held.mediaSeconds }
    }
    try {
      for await (const { frame, tick } of decoded(task, index, work)) {
        const shown = await untilNext(partFrom + (tick - firstTick) / timescale - ROUNDED_SECONDS)
        if (shown) yield shown
        held?.frame.free()
        held = { frame: frame.clone()!, mediaSeconds: tick / timescale }
      }
      if (!held) throw brokenMedia('No frame of the range could be decoded.')
      partFrom += (endTick - firstTick) / timescale
      // However short the range is, its first frame is shown.
      const shown = await untilNext(
        Math.max(partFrom - SHORTEST_SHOWN_SECONDS, times === 0 ? SHORTEST_SHOWN_SECONDS : 0),
      )
      if (shown) yield shown
    } finally {
      held?.frame.free()
    }
  }
}

export async function firstFrame(task: TranscodeVideoTask, scaler: UprightScaler, work: TrackWork): Promise<Frame> {
  for await (const { frame } of decoded(task, 0, work)) return await scaler.draw(frame)
  throw brokenMedia('The first frame of the range could not be decoded.')
}

async function* decoded(task: TranscodeVideoTask, index: number, work: TrackWork) {
  const { firstTick, lastTick, frames } = task.window
  const shown = { fromTick: firstTick, toTick: lastTick + 1, frames }
  for await (const videoFrame of framesWithin(streamOf(task), packetsOf(task, index, work), shown, work.signal)) {
    yield videoFrame
    work.progress.addFrame()
  }
}
