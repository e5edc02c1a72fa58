import { describe, expect, it } from 'vitest'
import { formatTimecode, parseTimecode, shortTimecode } from './timecode.ts'

describe('a typed time', () => {
  it.each([
    ['83', 83],
    ['83.5', 83.5],
    ['.5', 0.5],
    [',25s', 0.25],
    ['1:23', 83],
    ['01:23.450', 83.45],
    ['1:23,45', 83.45],
    ['75:00', 4500],
    ['1:02:03.5', 3723.5],
    [' 0:07 ', 7],
    ['90s', 90],
    ['1m2s', 62],
    ['1m2', 62],
    ['75M', 4500],
    ['1h2m3.5s', 3723.5],
    ['1h5s', 3605],
    ['1h15', 4500],
    [':30', 30],
    ['１：１５', 75],
    ['１。５', 1.5],
    ['１：２３．４５', 83.45],
    ['١:٢٣٫٥', 83.5],
    ['۱:۲۳', 83],
    ['1 15', 75],
    ['1 02 03.5', 3723.5],
    ['1 : 15', 75],
    ['　 1： 15 ', 75],
    ['‎1:15‏', 75],
    ['1.15.5', 75.5],
    ['1.15,5', 75.5],
    ['1.02.03.5', 3723.5],
    ['1.15', 1.15],
    ['1,5', 1.5],
    ['1m15s', 75],
    ['1m 2s', 62],
    ['1 h 2 min 3 s', 3723],
    ['1 Std. 2 Min.', 3720],
    ['1時間2分3秒', 3723],
    ['1\'15"', 75],
    ['1′15″', 75],
  ])('%j is %d seconds', (text, seconds) => {
    expect(parseTimecode(text)).toBe(seconds)
  })

  it.each([
    '',
    'abc',
    '1:60',
    '1:60:00',
    '-1',
    '1:2:3:4',
    '1:',
    '.',
    '1:.5',
    '1e3',
    's',
    'm5s',
    '1m60s',
    '1h60m',
    '1s2m',
    '1m:5',
    '1 60',
    '1.15:5',
    '1.15 5',
    '1 2 3 4',
    '1.2.3.4.5',
    '1h 2h',
    '分',
    '1'.repeat(41),
    '500ms',
  ])('%j is no time', (text) => {
    expect(parseTimecode(text)).toBeNull()
  })
})

it('a shown time is short while it can be, exact when asked, and never shows sixty seconds', () => {
  expect(formatTimecode(7)).toBe('0:07')
  expect(formatTimecode(607.2, 3)).toBe('10:07.200')
  expect(formatTimecode(3723.5, 3)).toBe('1:02:03.500')
  const shown = [0, 10, 600, 20.5, 4.567, 59.9996, 3600.01].map(shortTimecode)
  expect(shown).toEqual(['0:00', '0:10', '10:00', '0:20.5', '0:04.567', '1:00', '1:00:00.01'])
  expect(formatTimecode(59.9996, 3)).toBe('1:00.000')
  expect(formatTimecode(3599.9999, 0)).toBe('1:00:00')
})
