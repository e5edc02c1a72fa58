import type { ClipSpec } from './api/clip-spec.ts'
import type { TimeRange } from './api/time-range.ts'
import { cutClip } from './cut-clip.ts'
import { CutterError, throwIfCancelled } from './cutter-error.ts'
import { memorySink } from './memory-sink.ts'
import type { OpenedMedia } from './open-media.ts'
import { type CutPlan, planCut } from './plan-cut.ts'
import { expectedWebpBytes } from './produce/cut-pictures.ts'
import { carryOut } from './produce/cut-work.ts'

/** What no index tells the size of. */
export type MeasuredWish = Extract<ClipSpec, { kind: 'original' | 'gif' | 'webp' | 'still' }>

export interface MeasureLimits {
  /** Of all pictures that would have to be decoded, in pixels. */
  mostPixels: number
  /** Of what would have to be read. */
  mostBytes: number
}

const USUAL_FRAME_RATE = 30

/**
 * How large a clip becomes, by making it without keeping it; of an animated WebP, whose pictures know nothing of each other, by some of them. Of a GIF, decoding
 * is most of the work, and of the rest no part tells the whole.
 * @returns bytes of the clip
 * @throws CutterError too_large where it would take more than the limits; as planCut and cutClip else
 */
export async function measureSize(
  media: OpenedMedia,
  range: TimeRange,
  wish: MeasuredWish,
  { signal, limits }: { signal: AbortSignal; limits: MeasureLimits },
): Promise<number> {
  const plan = await planCut(media, range, wish, { signal })
  if ((plan.neededBytes ?? 0) > limits.mostBytes || pixelsOf(plan) > limits.mostPixels) {
    throw new CutterError('too_large', 'To tell its size would take too much work.')
  }
  const { video } = plan.task
  if (wish.kind === 'webp' && video?.kind === 'transcode') {
    return carryOut(plan, { signal }, async (work) => {
      const bytes = await expectedWebpBytes(video.parts, work)
      throwIfCancelled(signal)
      return bytes
    })
  }
  const { clipBytes } = await cutClip(plan, memorySink(), { signal, limits: { maxClipBytes: limits.mostBytes } })
  return clipBytes
}

function pixelsOf({ task: { video } }: CutPlan): number {
  return (video?.parts ?? []).reduce((sum, { opened: { description, frameRate }, packets, window }) => {
    const seconds = (window.endTick - window.firstTick) / window.timescale
    const frames = packets?.length ?? seconds * (frameRate || USUAL_FRAME_RATE)
    return sum + frames * description.width * description.height
  }, 0)
}
