import { describe, expect, it } from 'vitest'
import { drawStamp, readStamp, stampBlocks, stampHeight, stampLimit } from './stamp.ts'

interface Frame {
  width: number
  height: number
  luma: Uint8Array
}

function createFrame(width: number, height: number, number: number, range?: [number, number]): Frame {
  const luma = new Uint8Array(width * height).fill(90)
  drawStamp(luma, { width, height }, number, range)
  return { width, height, luma }
}

function readNumber({ width, height, luma }: Frame): number | null {
  return readStamp({ width, height }, (x, y) => luma[y * width + x] ?? 0)
}

/** Scales by averaging the pixels that each new pixel covers. */
function scaleFrame(sourceFrame: Frame, width: number, height: number): Frame {
  const luma = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) luma[y * width + x] = meanOf(sourceFrame, width, height, x, y)
  }
  return { width, height, luma }
}

function meanOf(sourceFrame: Frame, width: number, height: number, x: number, y: number): number {
  const rightPixel = Math.ceil(((x + 1) * sourceFrame.width) / width)
  const bottom = Math.ceil(((y + 1) * sourceFrame.height) / height)
  let sum = 0
  let count = 0
  for (let fromY = Math.floor((y * sourceFrame.height) / height); fromY < bottom; fromY++) {
    for (let fromX = Math.floor((x * sourceFrame.width) / width); fromX < rightPixel; fromX++) {
      sum += sourceFrame.luma[fromY * sourceFrame.width + fromX]!
      count++
    }
  }
  return sum / count
}

describe('a stamp', () => {
  it.each([0, 1, 299, 54_321, 699_050, stampLimit - 1])('returns the number %i', (number) => {
    expect(readNumber(createFrame(640, 360, number))).toBe(number)
  })

  it('is read from 144p after scaling from 1080p', () => {
    expect(readNumber(scaleFrame(createFrame(1920, 1080, 345_678), 256, 144))).toBe(345_678)
  })

  it('is read in any brightness range', () => {
    expect(readNumber(createFrame(640, 360, 1234, [70, 150]))).toBe(1234)
  })

  it('is not found in a frame without one', () => {
    expect(readNumber({ width: 640, height: 360, luma: new Uint8Array(640 * 360).fill(128) })).toBeNull()
  })

  it('is not read from two blended stamps', () => {
    const blendedFrame = createFrame(640, 360, 1000)
    const nextFrame = createFrame(640, 360, 1001)
    blendedFrame.luma.forEach((value, index) => {
      blendedFrame.luma[index] = (value + nextFrame.luma[index]!) / 2
    })
    expect(readNumber(blendedFrame)).toBeNull()
  })

  it('is not read as another number if one of its blocks is flipped', () => {
    for (let block = 0; block < stampBlocks(777).length; block++) {
      const damagedFrame = createFrame(560, 360, 777)
      const left = block * 20
      for (let y = 0; y < stampHeight(360); y++) {
        const row = damagedFrame.luma.subarray(y * 560 + left, y * 560 + left + 20)
        row.forEach((value, index) => {
          row[index] = 251 - value
        })
      }
      expect(readNumber(damagedFrame)).toBeNull()
    }
  })

  it('refuses numbers that do not fit', () => {
    expect(() => stampBlocks(stampLimit)).toThrow(RangeError)
    expect(() => stampBlocks(-1)).toThrow(RangeError)
    expect(() => stampBlocks(1.5)).toThrow(RangeError)
  })
})
