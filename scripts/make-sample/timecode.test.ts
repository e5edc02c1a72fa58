import { expect, it } from 'vitest'
import { timecodeOf } from './timecode.ts'

it.each([
  [0, '0:00.000'],
  [1, '0:00.033'],
  [2, '0:00.067'],
  [217, '0:07.233'],
  [1799, '0:59.967'],
  [1800, '1:00.000'],
])('frame %i is shown at %s', (frameNumber, timecode) => {
  expect(timecodeOf(frameNumber)).toBe(timecode)
})
