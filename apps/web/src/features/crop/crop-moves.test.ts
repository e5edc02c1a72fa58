import { expect, it } from 'vitest'
import { keyStep, movedArea, resizedArea } from './crop-moves.ts'

const area = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
const uprightArea = area(0.3418, 0, 0.3164, 1)
/** Width divided by height of a 9:16 crop in a 16:9 video, both as shares of the video. */
const RATIO = 0.3164

it('a crop frame moves only inside the video', () => {
  expect(movedArea(uprightArea, 0.1, 0.1)).toEqual({ ...uprightArea, left: 0.4418 })
  expect(movedArea(uprightArea, 9, 0).left).toBeCloseTo(1 - 0.3164)
  expect(movedArea(uprightArea, -9, 0).left).toBe(0)
})

it('a corner moves its two edges, but stays in the video and above the smallest size', () => {
  const middleArea = area(0.25, 0.25, 0.5, 0.5)
  expect(resizedArea(middleArea, 'top left', -0.1, 0.2, null)).toEqual(area(0.15, 0.45, 0.6, 0.3))
  expect(resizedArea(middleArea, 'bottom right', 9, 9, null)).toEqual(area(0.25, 0.25, 0.75, 0.75))
  expect(resizedArea(middleArea, 'bottom left', 9, -9, null)).toEqual(area(0.7, 0.25, 0.05, 0.05))
})

it('a corner of a frame with a ratio keeps the ratio', () => {
  const smallerArea = resizedArea(uprightArea, 'bottom right', -0.1, 0, RATIO)
  expect(smallerArea.width / smallerArea.height).toBeCloseTo(RATIO, 3)
  expect(smallerArea).toMatchObject({ left: 0.3418, top: 0, width: 0.2164 })
  expect(resizedArea(smallerArea, 'bottom right', 9, 9, RATIO)).toEqual(uprightArea)
  const smallestArea = resizedArea(uprightArea, 'top right', -9, 9, RATIO)
  expect(smallestArea.width / smallestArea.height).toBeCloseTo(RATIO, 2)
  expect(smallestArea.width).toBeGreaterThanOrEqual(0.05)
})

it('arrow keys move by a hundredth, and with Shift by a tenth', () => {
  expect(keyStep({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -0.01, y: 0 })
  expect(keyStep({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 0.1 })
  expect(keyStep({ key: 'a', shiftKey: false })).toBeNull()
})
