import { expect, it } from 'vitest'
import { planesOfRgb } from './rgb-planes.ts'

const RED = [0, 0, 255, 255]
const BLUE = [255, 0, 0, 255]

it.each([
  ['BT.709', { matrix: 'bt709', fullRange: false }, RED, [63, 102, 240]],
  ['BT.709', { matrix: 'bt709', fullRange: false }, BLUE, [32, 240, 118]],
  ['BT.601', { matrix: 'smpte170m', fullRange: false }, RED, [81, 90, 240]],
  ['BT.601 of full range', { matrix: 'bt470bg', fullRange: true }, RED, [76, 85, 255]],
  ['BT.601, which small frames have', {}, RED, [81, 90, 240]],
])('RGB has the values of %s', (_name, colorSpace, pixel, expected) => {
  const pixels = Uint8Array.from(Array.from({ length: 6 }, () => pixel).flat())
  const planes = planesOfRgb(pixels, { format: 'BGRX', width: 3, height: 2, colorSpace })
  expect(planes.map(({ values }) => [...new Set(values)])).toEqual(expected.map((value) => [value]))
  expect(planes.map(({ values }) => values.length)).toEqual([6, 2, 2])
})
