import type { Frame } from 'node-av/lib'
import { brokenMedia } from '../api/cutter-error.ts'
import { mostHeldFrames } from '../api/media-limits.ts'

/**
 * The frames with fromTick <= pts < toTick, each valid until the next. Stops decoding once the window is passed.
 * @throws CutterError broken_media when the decoder found errors in one of them, which it conceals by guessing
 */
export async function* framesWithin(
  frames: AsyncIterable<Frame>,
  { fromTick, toTick }: { fromTick: number; toTick: number },
): AsyncGenerator<{ frame: Frame; tick: number }, void> {
  for await (const frame of frames) {
    const tick = Number(frame.pts)
    if (tick >= toTick) return
    if (tick < fromTick) continue
    if (frame.decodeErrorFlags !== 0) throw brokenMedia('A frame of the range is damaged.')
    yield { frame, tick }
  }
}

/**
 * The same frames, decoded while those before them are still worked on, so that decoder and encoder keep all processors
 * busy between them. A yielded frame is valid until the next one is requested.
 */
export async function* framesAhead(
  frames: AsyncIterable<{ frame: Frame }>,
  size: { width: number; height: number },
): AsyncGenerator<Frame, void> {
  const most = mostHeldFrames(size)
  const waiting: Frame[] = []
  let isLeft = false
  let hasEnded = false
  let changed = Promise.withResolvers<void>()
  const notify = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const decode = async () => {
    for await (const { frame } of frames) {
      // The same pixels, which outlive the decoder's own reference.
      waiting.push(frame.clone()!)
      notify()
      while (waiting.length >= most && !isLeft) await changed.promise
      if (isLeft) return
    }
  }
  const decoding = decode().finally(() => {
    hasEnded = true
    notify()
  })
  // A failure is thrown when there are no more frames.
  decoding.catch(() => {})
  try {
    for (;;) {
      const frame = waiting.shift()
      if (frame) {
        notify()
        try {
          yield frame
        } finally {
          frame.free()
        }
      } else if (hasEnded) {
        await decoding
        return
      } else {
        await changed.promise
      }
    }
  } finally {
    isLeft = true
    notify()
    await decoding.catch(() => {})
    for (const frame of waiting) frame.free()
  }
}
