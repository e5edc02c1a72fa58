import { expect, it } from 'vitest'
import { parseTypedRange } from './typed-range.ts'

it.each([
  ['1:02-1:15', 62, 75],
  ['1:02 \u2013 1:15', 62, 75],
  ['1:02\u2014', 62, undefined],
  ['-1:15', undefined, 75],
  ['1:02 to 1:15', 62, 75],
  ['1:02 a 1:15', 62, 75],
  ['1:02 à 1:15', 62, 75],
  ['\uff11\uff1a\uff10\uff12\u30fc\uff11\uff1a\uff11\uff15', 62, 75],
  ['1\u52062\u79d2\u304b\u30891\u520615\u79d2', 62, 75],
  ['\uff11\uff1a\uff10\uff12\uff5e\uff11\uff1a\uff11\uff15', 62, 75],
  ['1:02 1:15', 62, 75],
  ['1 15', 1, 15],
  ['1 02 - 1 15', 62, 75],
  ['1m 15s', 75, undefined],
  ['1m 2s - 1m 15s', 62, 75],
  ['1:15', 75, undefined],
] as const)('%j after a link is %d to %d s', (text, startTime, endTime) => {
  expect(parseTypedRange(text)).toEqual({ startTime, endTime })
})

it.each(['', '-', 'soon', '1:02 1:15 1:20', '1:02-1:15-1:20', '1:02 until', `1 ${' '.repeat(90)}`])(
  '%j after a link is not a range',
  (text) => {
    expect(parseTypedRange(text)).toBeNull()
  },
)
