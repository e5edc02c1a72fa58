import { type PlainFormat, type Plane, planesOf } from '../../planes.ts'
import type { PixelAspect, VideoFrame } from '../../video-frame.ts'
import { canvasPixels } from './plain-pixels.ts'

const SQUARE_PIXELS: PixelAspect = { num: 0, den: 1 }
const MIME_TYPES = { png: 'image/png', jpeg: 'image/jpeg' } as const
const JPEG_QUALITY = 0.9

interface ImageShape {
  format: PlainFormat
  width: number
  height: number
}

/** A frame of an image: plain pixels in memory. */
export class ImageFrame implements VideoFrame {
  readonly isDamaged = false
  readonly pixelAspect = SQUARE_PIXELS
  readonly timestamp: number
  readonly pixels: Uint8Array
  readonly shape: ImageShape

  constructor(pixels: Uint8Array, shape: ImageShape, timestamp = 0) {
    this.pixels = pixels
    this.shape = shape
    this.timestamp = timestamp
  }

  get codedWidth(): number {
    return this.shape.width
  }

  get codedHeight(): number {
    return this.shape.height
  }

  clone(): VideoFrame {
    return new ImageFrame(this.pixels, this.shape, this.timestamp)
  }

  async readPixels(): Promise<Uint8Array> {
    return Uint8Array.from(this.pixels)
  }

  close(): void {}
}

/** Makes a frame of copied planes. */
export function imageFrame(planes: readonly Plane[], shape: ImageShape): VideoFrame {
  const pixels = new Uint8Array(planes.reduce((sum, { values }) => sum + values.length, 0))
  let at = 0
  for (const { values } of planes) {
    pixels.set(values, at)
    at += values.length
  }
  return new ImageFrame(pixels, shape)
}

/** Encodes a frame of the format `rgb` as PNG, or of the format `jpeg` as JPEG. */
export async function encodeImage(frame: VideoFrame, kind: 'png' | 'jpeg'): Promise<Uint8Array> {
  if (!(frame instanceof ImageFrame)) throw new TypeError('The frame is no image of these codecs.')
  const { format, width, height } = frame.shape
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })!
  context.putImageData(canvasPixels(planesOf(frame.pixels, format, width, height), format), 0, 0)
  const blob = await canvas.convertToBlob({ type: MIME_TYPES[kind], quality: JPEG_QUALITY })
  return new Uint8Array(await blob.arrayBuffer())
}
