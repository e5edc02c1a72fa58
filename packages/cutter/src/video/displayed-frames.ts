import type { AnimationShape } from '../api/clip-spec.ts'
import { brokenMedia } from '../api/cutter-error.ts'
import type { UprightScaler } from '../codec/frame-tools.ts'
import type { VideoFrame } from '../codec/video-frame.ts'
import type { TranscodeVideoTask } from '../plan/plan-video.ts'
import { framesWithin } from './frames.ts'
import { frameStreamOf, packetsOf, type VideoWork } from './video-track.ts'

/** A frame of an animation. The caller closes the frame. */
export interface AnimationFrame {
  frame: VideoFrame
  /** Start of its display, in seconds from the clip's zero. */
  fromSeconds: number
  /** Timestamp of the frame on the media's timeline. */
  mediaSeconds: number
}

/** Default frame rate of animations. Fewer frames look jerky, and more frames make large files. */
const USUAL_FRAME_RATE = 12
/** Largest rounding error of timestamps in containers with whole milliseconds, such as WebM. */
const MAX_ROUNDING_SECONDS = 0.0015
/**
 * Shortest display of a frame. Players show shorter frames for too long, so they are left out at the end of a range.
 */
const MIN_SHOWN_SECONDS = 0.02

/** Largest distance to a whole step at which the whole step is used: 15 of 29.97 means every second frame. */
const WHOLE_STEP_TOLERANCE = 0.05

/**
 * The time between two frames of an animation, in seconds: the time between every second, third ... frame of the
 * source, so that motion stays even. Only a requested frame rate leads to other steps.
 * @param frameRate frames a second of the source
 * @param requestedRate frames a second of the animation; absent: about USUAL_FRAME_RATE
 */
function secondsBetween(frameRate: number, requestedRate?: number): number {
  const targetRate = requestedRate ?? USUAL_FRAME_RATE
  if (!(frameRate > 0 && Number.isFinite(frameRate))) return 1 / targetRate
  // 29.97 counts as 30, so that both become the same animation.
  const step = Math.max(1, (requestedRate === undefined ? Math.round(frameRate) : frameRate) / targetRate)
  const wholeStep = Math.round(step)
  return (
    (requestedRate === undefined || Math.abs(step - wholeStep) < WHOLE_STEP_TOLERANCE ? wholeStep : step) / frameRate
  )
}

/**
 * Gives the frames of the ranges at equally spaced times, in order. A frame that covers several times is given once.
 */
export async function* animationFrames(
  tasks: readonly TranscodeVideoTask[],
  { frameRate }: AnimationShape,
  scaler: UprightScaler,
  work: VideoWork,
): AsyncGenerator<AnimationFrame, void> {
  const interval = secondsBetween(tasks[0]!.opened.frameRate, frameRate)
  let timeIndex = 0
  let partFrom = 0
  for (const [index, task] of tasks.entries()) {
    const { timescale, firstTick, endTick } = task.window
    let previous: { frame: VideoFrame; mediaSeconds: number } | null = null
    const drawUntil = async (seconds: number): Promise<AnimationFrame | null> => {
      const fromSeconds = timeIndex * interval
      if (!previous || fromSeconds >= seconds) return null
      while (timeIndex * interval < seconds) timeIndex += 1
      return { frame: await scaler.draw(previous.frame), fromSeconds, mediaSeconds: previous.mediaSeconds }
    }
    try {
      for await (const { frame, tick } of decodeWindow(task, index, work)) {
        const shownFrame = await drawUntil(partFrom + (tick - firstTick) / timescale - MAX_ROUNDING_SECONDS)
        if (shownFrame) yield shownFrame
        previous?.frame.close()
        previous = { frame: frame.clone(), mediaSeconds: tick / timescale }
      }
      if (!previous) throw brokenMedia('No frame of the range could be decoded.')
      partFrom += (endTick - firstTick) / timescale
      // The first frame is shown even if the range is very short.
      const lastFrame = await drawUntil(Math.max(partFrom - MIN_SHOWN_SECONDS, timeIndex === 0 ? MIN_SHOWN_SECONDS : 0))
      if (lastFrame) yield lastFrame
    } finally {
      previous?.frame.close()
    }
  }
}

export async function drawFirstFrame(
  task: TranscodeVideoTask,
  scaler: UprightScaler,
  work: VideoWork,
): Promise<VideoFrame> {
  for await (const { frame } of decodeWindow(task, 0, work)) return await scaler.draw(frame)
  throw brokenMedia('The first frame of the range could not be decoded.')
}

async function* decodeWindow(task: TranscodeVideoTask, index: number, work: VideoWork) {
  const { firstTick, lastTick, frames } = task.window
  const window = { fromTick: firstTick, toTick: lastTick + 1, frames }
  const packets = packetsOf(task, index, work)
  for await (const videoFrame of framesWithin(work.codecs, frameStreamOf(task), packets, window, work.signal)) {
    yield videoFrame
    work.progress.addFrame()
  }
}
