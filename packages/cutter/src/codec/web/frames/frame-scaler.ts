import { unsupportedMedia } from '../../../api/cutter-error.ts'
import { isHdrTransfer } from '../../../bitstream/colours.ts'
import type { FrameScaler } from '../../frame-tools.ts'
import type { Rectangle } from '../../video-frame.ts'
import { coloursOf } from './colour-space.ts'
import { PLAIN_FORMATS } from './plain-formats.ts'
import { copyPlanes, frameOfPlanes } from './planes-of-frame.ts'
import { scalePlane } from './scaled-plane.ts'
import { type BrowserFrame, WebFrame, webFrameOf } from './web-frame.ts'

/**
 * Opens a tool that crops and scales frames to one size of 8-bit 4:2:0. A crop copies no pixels where the browser can
 * leave them out.
 */
export function frameScaler({ width, height }: { width: number; height: number }): FrameScaler {
  let scaledFrame: WebFrame | null = null

  return {
    async scale(videoFrame, area) {
      scaledFrame?.close()
      scaledFrame = null
      const source = webFrameOf(videoFrame)
      if (isHdrTransfer(coloursOf(source.frame).transfer)) {
        throw unsupportedMedia('HDR video cannot be converted on this device.')
      }
      const cropped = area && !isWhole(source, area) ? croppedFrame(source, area) : source
      if (isFitting(cropped, width, height)) {
        if (cropped !== source) scaledFrame = cropped
        return cropped
      }
      try {
        const hasPlanes = cropped.frame.format !== null
        const frame = hasPlanes ? await scaledByPlanes(cropped, width, height) : drawn(cropped, width, height)
        scaledFrame = new WebFrame(frame, source.timestamp, source.pixelAspect)
        return scaledFrame
      } finally {
        if (cropped !== source) cropped.close()
      }
    },
    // Colours and range stay as they are.
    isRecolouring: () => false,
    close() {
      scaledFrame?.close()
      scaledFrame = null
    },
  }
}

/** Scales the planes of a frame, so that its colours stay the same values. */
async function scaledByPlanes(source: WebFrame, width: number, height: number): Promise<BrowserFrame> {
  const [luma, ...chroma] = await copyPlanes(source)
  const planes = [
    scalePlane(luma, width, height),
    ...chroma.map((plane) => scalePlane(plane, Math.ceil(width / 2), Math.ceil(height / 2))),
  ]
  const { timestamp, colorSpace } = source.frame
  return frameOfPlanes(planes, { timestamp, colorSpace: colorSpace.toJSON() })
}

/** Scales a frame on a canvas, because the browser does not give its values. */
function drawn({ frame }: WebFrame, width: number, height: number): BrowserFrame {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(frame, 0, 0, width, height)
  return new globalThis.VideoFrame(canvas, { timestamp: frame.timestamp })
}

function isFitting(frame: WebFrame, width: number, height: number): boolean {
  return frame.codedWidth === width && frame.codedHeight === height && PLAIN_FORMATS.includes(frame.frame.format)
}

function isWhole({ codedWidth, codedHeight }: WebFrame, { left, top, width, height }: Rectangle): boolean {
  return left === 0 && top === 0 && width === codedWidth && height === codedHeight
}

/** A frame of an area of another one. It shares the pixels. The caller closes it. */
export function croppedFrame({ frame, timestamp, pixelAspect }: WebFrame, area: Rectangle): WebFrame {
  const { x, y } = frame.visibleRect!
  const visibleRect = { x: x + area.left, y: y + area.top, width: area.width, height: area.height }
  const { width: displayWidth, height: displayHeight } = area
  const cropped = new globalThis.VideoFrame(frame, { visibleRect, displayWidth, displayHeight })
  return new WebFrame(cropped, timestamp, pixelAspect)
}
