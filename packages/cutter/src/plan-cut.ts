import { type FetchMeter, newMeter } from './bytes/part-reader.ts'
import type { CutRange, CutWish } from './cut-wish.ts'
import { asBrokenMedia, CutterError, throwIfCancelled } from './cutter-error.ts'
import type { OpenedMedia } from './open-media.ts'
import type { CutTask } from './plan/cut-task.ts'
import { type PlanFacts, planFacts } from './plan/plan-facts.ts'
import { planMp3, planSound } from './plan/plan-sound.ts'
import { planVideo } from './plan/plan-video.ts'

export type { CutRange, CutWish } from './cut-wish.ts'

/** What a cut will do, as plain data (JSON.stringify prints just that), and what cutClip needs to do it. */
export interface CutPlan extends PlanFacts {
  /** For cutClip alone; not printed. */
  readonly task: CutTask
}

/** Sites round durations up to whole seconds; a range that ends there means the end. */
const TOLERATED_OVERRUN_SECONDS = 1

/**
 * Decides what is copied and what is encoded anew. Reads tables, and the first bytes of pictures where copying might begin.
 * @throws CutterError range_outside, nothing_in_range, unsupported_media, broken_media, source_failed, cancelled
 */
export async function planCut(
  media: OpenedMedia,
  range: CutRange,
  wish: CutWish,
  options: { signal?: AbortSignal } = {},
): Promise<CutPlan> {
  throwIfCancelled(options.signal)
  if (media.isClosed) {
    throw new Error('The media was closed.')
  }
  const checked = checkRange(range, media.facts.durationSeconds)
  const meter = newMeter()
  try {
    const tasks = await planTasks(media, checked, wish, { signal: options.signal, meter })
    const task: CutTask = { media, wish, meter, ...tasks }
    const facts = planFacts(task, checked)
    return Object.defineProperty({ ...facts }, 'task', { value: task, enumerable: false }) as CutPlan
  } catch (error) {
    throwIfCancelled(options.signal)
    throw asBrokenMedia(error, 'The range cannot be planned')
  }
}

function checkRange(range: CutRange, durationSeconds: number): CutRange {
  const { startSeconds, endSeconds } = range
  const isRange = startSeconds >= 0 && endSeconds > startSeconds
  const isInside = startSeconds < durationSeconds && endSeconds <= durationSeconds + TOLERATED_OVERRUN_SECONDS
  if (!isRange || !isInside) {
    const wanted = `${startSeconds} to ${endSeconds} s`
    throw new CutterError('range_outside', `The range ${wanted} does not lie inside of ${durationSeconds} s.`)
  }
  return { startSeconds, endSeconds }
}

interface PlanOptions {
  signal: AbortSignal | undefined
  meter: FetchMeter
}

async function planTasks(media: OpenedMedia, range: CutRange, wish: CutWish, options: PlanOptions) {
  if (wish.kind === 'mp3') {
    if (!media.sound) {
      throw new CutterError('unsupported_media', 'There is no sound to make an MP3 of.')
    }
    const endSeconds = Math.min(range.endSeconds, media.facts.durationSeconds)
    const sound = await planMp3(media.sound, { ...range, endSeconds }, options)
    if (!sound) {
      throw new CutterError('nothing_in_range', 'There is no sound in the range.')
    }
    return { video: null, sound }
  }
  if (!media.video) {
    throw new CutterError('unsupported_media', 'There is no picture to make a video of.')
  }
  const video = await planVideo(media.video, range, wish.height, options)
  // Sound is cut to the instant of the pictures, not to the range: a start between two frames must not skew it.
  const { timescale, firstTick, endTick } = video.window
  const instant = { startSeconds: firstTick / timescale, endSeconds: endTick / timescale }
  const sound = media.sound ? await planSound(media.sound, instant, options) : null
  return { video, sound }
}
