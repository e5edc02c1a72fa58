import { expect, it } from 'vitest'
import { formatTimecode, shortTimecode } from './timecode.ts'

it('a displayed time is short if possible, exact on request, and never shows sixty seconds', () => {
  expect(formatTimecode(7)).toBe('0:07')
  expect(formatTimecode(607.2, 3)).toBe('10:07.200')
  expect(formatTimecode(3723.5, 3)).toBe('1:02:03.500')
  const timecodes = [0, 10, 600, 20.5, 4.567, 59.9996, 3600.01].map(shortTimecode)
  expect(timecodes).toEqual(['0:00', '0:10', '10:00', '0:20.5', '0:04.567', '1:00', '1:00:00.01'])
  expect(formatTimecode(59.9996, 3)).toBe('1:00.000')
  expect(formatTimecode(3599.9999, 0)).toBe('1:00:00')
})
