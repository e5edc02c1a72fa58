/** A plane of a frame: its values row by row, without padding. */
export interface Plane {
  width: number
  height: number
  values: Uint8Array
}

/** Formats of images: `rgb` is 8-bit RGB for PNG, `yuv` is BT.601 4:2:0 for WebP, `jpeg` is the same in full range. */
export type PlainFormat = 'rgb' | 'yuv' | 'jpeg'

/** Splits the values of a frame, without padding, into its planes. */
export function planesOf(pixels: Uint8Array, format: PlainFormat, width: number, height: number): Plane[] {
  if (format === 'rgb') return [{ width, height, values: pixels }]
  const area = width * height
  const halfSize = { width: width / 2, height: height / 2 }
  return [
    { width, height, values: pixels.subarray(0, area) },
    { ...halfSize, values: pixels.subarray(area, area * 1.25) },
    { ...halfSize, values: pixels.subarray(area * 1.25, area * 1.5) },
  ]
}
