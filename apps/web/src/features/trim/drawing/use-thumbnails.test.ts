import { expect, it } from 'vitest'
import { thumbnailPosition } from './use-thumbnails.ts'

const FILMSTRIP = {
  frameWidth: 160,
  frameHeight: 90,
  columns: 5,
  rows: 5,
  frameCount: 60,
  secondsPerFrame: 2,
  sheets: ['/0', '/1', '/2'],
}

it('the filmstrip frame is the one at the given time, limited to the first and last', () => {
  expect(thumbnailPosition(FILMSTRIP, 0)).toEqual({ sheet: 0, x: 0, y: 0 })
  expect(thumbnailPosition(FILMSTRIP, 13.9)).toEqual({ sheet: 0, x: 160, y: 90 })
  expect(thumbnailPosition(FILMSTRIP, 50)).toEqual({ sheet: 1, x: 0, y: 0 })
  expect(thumbnailPosition(FILMSTRIP, 500)).toEqual({ sheet: 2, x: 640, y: 90 })
  expect(thumbnailPosition(FILMSTRIP, -1)).toEqual({ sheet: 0, x: 0, y: 0 })
})
