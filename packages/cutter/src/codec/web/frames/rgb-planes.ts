import type { Plane } from '../../planes.ts'

/** Shares of red and blue in luma (ITU-T H.273, table 4). Absent matrices are those of BT.601 or, in HD, BT.709. */
const LUMA_SHARES: Record<string, readonly [red: number, blue: number]> = {
  bt709: [0.2126, 0.0722],
  bt470bg: [0.299, 0.114],
  smpte170m: [0.299, 0.114],
  'bt2020-ncl': [0.2627, 0.0593],
}
const HD_HEIGHT = 720
const PIXEL_BYTES = 4
const GREY = 128

export const isRgb = (format: string | null): boolean => format !== null && /^(RGB|BGR)/.test(format)

interface RgbPixels {
  /** RGBX, RGBA, BGRX or BGRA. */
  format: string
  width: number
  height: number
  colorSpace: { matrix?: string | null; fullRange?: boolean | null }
}

/**
 * Converts RGB to luma and chroma of 4:2:0, in the colour space of the coded frame. Firefox decodes to RGB, and its
 * encoders would convert it by BT.601 whatever the frame says.
 */
export function planesOfRgb(pixels: Uint8Array, rgb: RgbPixels): [Plane, Plane, Plane] {
  const { format, width, height, colorSpace } = rgb
  const usualMatrix = height < HD_HEIGHT ? 'smpte170m' : 'bt709'
  const [redShare, blueShare] = LUMA_SHARES[colorSpace.matrix ?? ''] ?? LUMA_SHARES[usualMatrix]!
  const greenShare = 1 - redShare - blueShare
  const isFullRange = colorSpace.fullRange === true
  const [black, lumaGain, chromaGain] = isFullRange ? [0, 1, 1] : [16, 219 / 255, 224 / 255]
  const [redAt, blueAt] = format.startsWith('RGB') ? [0, 2] : [2, 0]
  const lumaOf = (red: number, green: number, blue: number) => redShare * red + greenShare * green + blueShare * blue

  const luma = new Uint8ClampedArray(width * height)
  for (let pixel = 0, at = 0; pixel < luma.length; pixel++, at += PIXEL_BYTES)
    luma[pixel] = black + lumaGain * lumaOf(pixels[at + redAt]!, pixels[at + 1]!, pixels[at + blueAt]!)

  const chroma = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const blueDifference = new Uint8ClampedArray(chroma.width * chroma.height)
  const redDifference = new Uint8ClampedArray(blueDifference.length)
  const [blueGain, redGain] = [chromaGain / (2 - 2 * blueShare), chromaGain / (2 - 2 * redShare)]
  for (let row = 0, target = 0; row < height; row += 2) {
    const below = row + 1 < height ? width * PIXEL_BYTES : 0
    for (let column = 0; column < width; column += 2, target++) {
      const at = (row * width + column) * PIXEL_BYTES
      const beside = column + 1 < width ? PIXEL_BYTES : 0
      const meanOf = (offset: number) => {
        const first = at + offset
        return (pixels[first]! + pixels[first + beside]! + pixels[first + below]! + pixels[first + below + beside]!) / 4
      }
      const [red, blue] = [meanOf(redAt), meanOf(blueAt)]
      const light = lumaOf(red, meanOf(1), blue)
      blueDifference[target] = GREY + blueGain * (blue - light)
      redDifference[target] = GREY + redGain * (red - light)
    }
  }
  return [
    { width, height, values: new Uint8Array(luma.buffer) },
    { ...chroma, values: new Uint8Array(blueDifference.buffer) },
    { ...chroma, values: new Uint8Array(redDifference.buffer) },
  ]
}
