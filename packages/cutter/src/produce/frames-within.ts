import type { Frame } from 'node-av/lib'

/** The frames with fromTick <= pts < toTick, each valid until the next. Stops decoding once the window is passed. */
export async function* framesWithin(
  frames: AsyncIterable<Frame>,
  { fromTick, toTick }: { fromTick: number; toTick: number },
): AsyncGenerator<{ frame: Frame; tick: number }, void> {
  for await (const frame of frames) {
    const tick = Number(frame.pts)
    if (tick >= toTick) {
      return
    }
    if (tick >= fromTick) {
      yield { frame, tick }
    }
  }
}
