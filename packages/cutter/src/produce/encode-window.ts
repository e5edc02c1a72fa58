import type { Frame } from 'node-av/lib'
import type { EncodedPicture, PictureEncoder } from '../codec/picture-encoder.ts'
import type { PictureScaler } from '../codec/picture-scaler.ts'

/**
 * Encodes the frames with fromTick <= pts < toTick and lets the others go. Stops decoding once the window is passed.
 * @param onFrame called with each frame's time
 */
export async function* encodeWindow(
  frames: AsyncIterable<Frame>,
  window: { fromTick: number; toTick: number },
  encoder: PictureEncoder,
  scaler: PictureScaler | null,
  onFrame: (tick: number) => void,
): AsyncGenerator<EncodedPicture, void> {
  for await (const frame of frames) {
    const tick = Number(frame.pts)
    if (tick >= window.toTick) {
      break
    }
    if (tick >= window.fromTick) {
      yield* await encoder.encode(scaler ? await scaler.scale(frame) : frame)
      onFrame(tick)
    }
  }
  yield* await encoder.finish()
}
