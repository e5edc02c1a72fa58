import { expect, it } from 'vitest'
import { areaOf, cropArea, parseCrop, writeCrop } from './crop.ts'

it('a crop is parsed from a shape or four shares, and written in the same form', () => {
  expect(parseCrop('9:16')).toBe('9:16')
  expect(parseCrop('0.25, 0, 0.5,1')).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 })
  for (const crop of ['9:16', '0.25,0,0.5,1']) expect(writeCrop(parseCrop(crop)!)).toBe(crop)
})

it('a crop has decimal numbers only', () => {
  expect(parseCrop(' .25, 0,0.5 ,1')).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 })
  for (const text of ['0x0,0x0,0x1,0x1', '0,0,1e0,1', '0,0,,1']) expect(parseCrop(text), text).toBeNull()
})

it('a crop may reach every edge of the frame', () => {
  for (let left = 0.05; left < 0.95; left += 0.00037)
    expect(cropArea({ left, top: 0, width: 1 - left, height: 1 }), String(left)).not.toBeNull()
})

it('a crop that is no shape, outside the frame or tiny is rejected', () => {
  for (const text of ['', '2:1', '1,2,3', '0,0,1,x', '0.6,0,0.5,1', '-0.1,0,0.5,1', '0,0,0.01,1', '0,0,,1'])
    expect(parseCrop(text), text).toBeNull()
})

it('a shape is the largest one in the middle of the frame', () => {
  const area = areaOf('9:16', 16 / 9)
  expect(area.height).toBe(1)
  expect(area.width).toBeCloseTo(0.3164, 4)
  expect(area.left + area.width / 2).toBeCloseTo(0.5)
  expect(areaOf('16:9', 9 / 16)).toMatchObject({ width: 1, left: 0 })
  expect(areaOf('1:1', 1)).toEqual({ left: 0, top: 0, width: 1, height: 1 })
})
