import { AV_PIX_FMT_RGB24, AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { expect, it } from 'vitest'
import { fillFrame } from './fill-frame.ts'

const [width, height] = [70, 50]
const planeOf = (rowBytes: number, rows: number, value: number) => ({
  width: rowBytes,
  height: rows,
  values: Buffer.alloc(rowBytes * rows, value),
})

it.each([
  ['three planes', AV_PIX_FMT_YUV420P, [planeOf(70, 50, 1), planeOf(35, 25, 2), planeOf(35, 25, 3)]],
  ['three bytes per pixel', AV_PIX_FMT_RGB24, [planeOf(210, 50, 7)]],
])('a frame of %s owns its memory: overwriting the source does not change it', (_, format, planes) => {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width, height, format })
  frame.allocBuffer()
  fillFrame(frame, planes)
  const originalBytes = Buffer.concat(planes.map(({ values }) => values))
  for (const { values } of planes) values.fill(99)
  expect(frame.toBuffer().equals(originalBytes)).toBe(true)
  frame.free()
})

it('a frame without memory is refused', () => {
  const frame = new Frame()
  frame.alloc()
  expect(() => fillFrame(frame, [planeOf(70, 50, 1)])).toThrow('no room')
  frame.free()
})
