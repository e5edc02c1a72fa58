import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { Plane } from '../../planes.ts'
import { isRgb, planesOfRgb } from './rgb-planes.ts'
import type { BrowserFrame, WebFrame } from './web-frame.ts'

/** A layout of three planes: the parts of width and height that chroma has, and bits of a value. */
interface PlanarLayout {
  columns: number
  rows: number
  bits: number
}

const PLANAR: Record<string, PlanarLayout> = {
  I420: { columns: 2, rows: 2, bits: 8 },
  I420P10: { columns: 2, rows: 2, bits: 10 },
  I420P12: { columns: 2, rows: 2, bits: 12 },
  I422: { columns: 2, rows: 1, bits: 8 },
  I422P10: { columns: 2, rows: 1, bits: 10 },
  I444: { columns: 1, rows: 1, bits: 8 },
  I444P10: { columns: 1, rows: 1, bits: 10 },
}

/**
 * Copies the planes of a frame as bytes: luma and two of chroma, in whatever size the frame has them.
 * @throws CutterError unsupported_media for frames whose pixels the browser does not give
 */
export async function copyPlanes({ frame }: WebFrame): Promise<[Plane, Plane, Plane]> {
  const { width, height } = frame.visibleRect!
  const pixels = new Uint8Array(frame.allocationSize())
  await frame.copyTo(pixels)
  const { format, colorSpace } = frame
  if (format !== null && isRgb(format)) return planesOfRgb(pixels, { format, width, height, colorSpace })
  if (format === 'NV12') return interleavedPlanes(pixels, width, height)
  const layout = PLANAR[format ?? '']
  if (!layout) throw unsupportedMedia(`This browser cannot scale frames of the pixel format ${format}.`)
  const { columns, rows, bits } = layout
  const values = bits === 8 ? pixels : roundedTo8Bits(pixels, bits)
  const chroma = { width: Math.ceil(width / columns), height: Math.ceil(height / rows) }
  const area = width * height
  const chromaArea = chroma.width * chroma.height
  return [
    { width, height, values: values.subarray(0, area) },
    { ...chroma, values: values.subarray(area, area + chromaArea) },
    { ...chroma, values: values.subarray(area + chromaArea, area + 2 * chromaArea) },
  ]
}

/** Rounds values of 10 or 12 bits to 8. */
function roundedTo8Bits(pixels: Uint8Array, bits: number): Uint8Array {
  const wide = new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2)
  const shift = bits - 8
  const half = 1 << (shift - 1)
  return Uint8Array.from(wide, (value) => Math.min(255, (value + half) >> shift))
}

function interleavedPlanes(pixels: Uint8Array, width: number, height: number): [Plane, Plane, Plane] {
  const chroma = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const area = width * height
  const valuesAt = (offset: number) =>
    Uint8Array.from({ length: chroma.width * chroma.height }, (_, index) => pixels[area + 2 * index + offset]!)
  return [
    { width, height, values: pixels.subarray(0, area) },
    { ...chroma, values: valuesAt(0) },
    { ...chroma, values: valuesAt(1) },
  ]
}

/** Converts a frame of RGB to 4:2:0 in its own colour space. The caller closes it. */
export async function frameOfRgb(source: WebFrame): Promise<BrowserFrame> {
  const { timestamp, colorSpace } = source.frame
  return frameOfPlanes(await copyPlanes(source), { timestamp, colorSpace: colorSpace.toJSON() })
}

/** Makes a frame of the browser from planes of 4:2:0. The caller closes it. */
export function frameOfPlanes(
  planes: readonly Plane[],
  { timestamp, colorSpace }: { timestamp: number; colorSpace: VideoColorSpaceInit },
): BrowserFrame {
  const [luma] = planes
  const data = new Uint8Array(planes.reduce((sum, { values }) => sum + values.length, 0))
  let at = 0
  for (const { values } of planes) {
    data.set(values, at)
    at += values.length
  }
  const { width: codedWidth, height: codedHeight } = luma!
  return new globalThis.VideoFrame(data, { format: 'I420', codedWidth, codedHeight, timestamp, colorSpace })
}
