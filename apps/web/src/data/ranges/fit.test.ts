import { expect, it } from 'vitest'
import { croppedAspect, type Fit, fitInAddress, fitOfAddress, fitWithoutAudio, freeArea, shapeOf } from './fit.ts'
import { fitSummary } from './fit-summary.ts'

const area = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
const WIDE_ASPECT = 16 / 9

it('fit options survive the trip through an address', () => {
  const fits: Fit[] = [
    {},
    { crop: '4:5' },
    { crop: area(0.1234, 0, 0.3164, 1), maxBytes: 8_500_000 },
    { loudness: -23.5, fade: { audio: 0.1 } },
    { fade: { video: 2 }, animation: { width: 160, frameRate: 25 } },
  ]
  for (const fit of fits) expect(fitOfAddress(fitInAddress(fit))).toEqual(fit)
  expect(fitOfAddress({ max: '12' })).toEqual(fitOfAddress({ max: '12 mb' }))
})

it('values outside the limits are ignored', () => {
  const nonsense = ['', 'x', '0', '1e9', 'NaN', ',', '1,2,3,4']
  for (const text of nonsense)
    expect(fitOfAddress({ crop: text, max: text, loudness: text, fade: '0,', animation: text }), text).toEqual({})
  expect(fitOfAddress({ fade: '3,0.05', animation: '320' })).toEqual({})
})

it('options without effect are left out, and so are audio options of a silent video', () => {
  expect(fitOfAddress({ crop: '0,0,1,1' })).toEqual({})
  expect(fitWithoutAudio({ crop: '1:1', loudness: -14, fade: { video: 1, audio: 1 } })).toEqual({
    crop: '1:1',
    fade: { video: 1 },
  })
})

it('a crop shape is recognized at any place and size', () => {
  expect(shapeOf('1:1', WIDE_ASPECT)).toBe('1:1')
  expect(shapeOf(area(0.5, 0, 0.3164, 1), WIDE_ASPECT)).toBe('9:16')
  expect(shapeOf(area(0.5, 0.3, 0.1582, 0.5), WIDE_ASPECT)).toBe('9:16')
  expect(shapeOf(area(0, 0, 0.4, 1), WIDE_ASPECT)).toBeNull()
  expect(croppedAspect({ crop: area(0, 0, 0.5, 1) }, WIDE_ASPECT)).toBeCloseTo(8 / 9)
})

it('a crop frame without a ratio starts inside the previous frame', () => {
  expect(freeArea(area(0, 0, 1, 1))).toEqual(area(0.05, 0.1, 0.9, 0.8))
})

it('fit options have a one-line summary', () => {
  expect(fitSummary({}, WIDE_ASPECT)).toBe('')
  const fit: Fit = { crop: area(0.5, 0, 0.3164, 1), maxBytes: 10_000_000, loudness: -14, fade: { video: 1 } }
  expect(fitSummary(fit, WIDE_ASPECT)).toBe('9:16 · 10\u00a0MB · \u221214 LUFS · fades')
  expect(fitSummary({ crop: area(0, 0, 0.4, 1) }, WIDE_ASPECT)).toBe('cropped')
})
