import { expect, it } from 'vitest'
import { rangesInside } from './ranges-inside.ts'

const film = { durationSeconds: 90.5, range: {} }
const asked = (fromSeconds: number | null, toSeconds: number | null) => [{ fromSeconds, toSeconds }]

it('a range that was not said is the whole video', () => {
  expect(rangesInside(film, asked(null, null))).toEqual([{ startSeconds: 0, endSeconds: 90.5 }])
})

it('a range that the link asks for gives way to what was said', () => {
  const linked = { ...film, range: { startSeconds: 10, endSeconds: 20 } }
  expect(rangesInside(linked, asked(null, null))).toEqual([{ startSeconds: 10, endSeconds: 20 }])
  expect(rangesInside(linked, asked(15, null))).toEqual([{ startSeconds: 15, endSeconds: 20 }])
  expect(rangesInside(linked, asked(30, null))).toEqual([{ startSeconds: 30, endSeconds: 90.5 }])
  expect(rangesInside(linked, asked(5, 6))).toEqual([{ startSeconds: 5, endSeconds: 6 }])
})

it('a range that a site has rounded up is left to the engine', () => {
  expect(rangesInside(film, asked(80, 91))).toEqual([{ startSeconds: 80, endSeconds: 91 }])
})

it.each([
  [0, 91.6],
  [100, null],
  [100, 101],
])('a range outside of the video is refused: %d to %d', (from, to) => {
  expect(() => rangesInside(film, asked(from, to))).toThrow(/does not lie inside of the video, which lasts 1:30\.5\.$/)
})
