import { isSideways } from '../../../bitstream/turn.ts'
import type { UprightScaler, UprightScalerInput } from '../../frame-tools.ts'
import { ImageFrame } from './images.ts'
import { plainPixels } from './plain-pixels.ts'
import { webFrameOf } from './web-frame.ts'

/** Opens a tool that draws displayed frames on a canvas: the browser crops, scales, rotates and converts colours. */
export function uprightScaler({ format, turn, sizeOf, areaOf }: UprightScalerInput): UprightScaler {
  let size: ReturnType<typeof sizeOf> | null = null
  let context: OffscreenCanvasRenderingContext2D | null = null

  return {
    size: () => size,
    async draw(codedFrame) {
      const { frame, codedWidth, codedHeight, pixelAspect, timestamp } = webFrameOf(codedFrame)
      size ??= sizeOf(pixelAspect)
      const { width, height } = size
      context ??= new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true })!
      const area = areaOf?.(codedFrame) ?? { left: 0, top: 0, width: codedWidth, height: codedHeight }
      const [drawnWidth, drawnHeight] = isSideways(turn) ? [height, width] : [width, height]
      const [a, b, c, d] = turn
      context.imageSmoothingQuality = 'high'
      context.setTransform(a, b, c, d, width / 2, height / 2)
      // Coded pixels are drawn. The browser would scale them by the pixel aspect.
      const coded = new globalThis.VideoFrame(frame, { displayWidth: codedWidth, displayHeight: codedHeight })
      const { left, top, width: areaWidth, height: areaHeight } = area
      const target = [-drawnWidth / 2, -drawnHeight / 2, drawnWidth, drawnHeight] as const
      context.drawImage(coded, left, top, areaWidth, areaHeight, ...target)
      coded.close()
      return new ImageFrame(
        plainPixels(context.getImageData(0, 0, width, height), format),
        { format, width, height },
        timestamp,
      )
    },
    close() {
      context = null
    },
  }
}
