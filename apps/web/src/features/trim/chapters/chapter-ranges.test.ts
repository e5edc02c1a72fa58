import { describe, expect, it } from 'vitest'
import { chapterAfter, chapterAt, chaptersIn, clipsOfChapters, rangeWithChapter } from './chapter-ranges.ts'
import { segmentsOf } from './chapter-segments.ts'

const range = (startTime: number, endTime: number) => ({ startTime, endTime })
const makeChapters = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, nth) => ({ title: `${nth}`, ...range(nth * seconds, (nth + 1) * seconds) }))
const chapters = makeChapters(6, 10)

describe('a range of chapters', () => {
  it('grows to a chapter outside it, and shrinks to one inside it', () => {
    expect(rangeWithChapter(range(20, 30), range(40, 50))).toEqual(range(20, 50))
    expect(rangeWithChapter(range(20, 30), range(0, 10))).toEqual(range(0, 30))
    expect(rangeWithChapter(range(20, 60), range(30, 40))).toEqual(range(20, 40))
    expect(rangeWithChapter(range(20, 30), range(20, 30))).toEqual(range(20, 30))
  })

  it('has the chapters that lie entirely in it, and none if it is the whole video', () => {
    expect(chaptersIn(chapters, range(10, 30), 60)).toEqual({ first: 1, last: 2 })
    expect(chaptersIn(chapters, range(9.999, 30.0004), 60)).toEqual({ first: 1, last: 2 })
    expect(chaptersIn(chapters, range(12, 18), 60)).toBeNull()
    expect(chaptersIn(chapters, range(0, 60), 60)).toBeNull()
  })

  it('can be extended by the next chapter if it ends with one', () => {
    const titleAfter = (chosenRange: { startTime: number; endTime: number }) =>
      chapterAfter(chapters, chosenRange, chaptersIn(chapters, chosenRange, 60))?.title
    expect(titleAfter(range(10, 30))).toBe('3')
    expect(titleAfter(range(10, 33))).toBeUndefined()
    expect(titleAfter(range(50, 60))).toBeUndefined()
    expect(titleAfter(range(0, 60))).toBeUndefined()
  })
})

it('the chapter at a given time is the last one that has begun', () => {
  expect([0, 9.99, 10, 59, 99].map((seconds) => chapterAt(chapters, seconds))).toEqual([0, 0, 1, 5, 5])
  expect(chapterAt([range(5, 9)], 1)).toBe(0)
})

describe('a clip of each chapter', () => {
  it('leaves out chapters that are too short', () => {
    expect(clipsOfChapters([range(0, 5), range(5, 5.5), range(5.5, 9)], range(0, 9))).toEqual([
      range(0, 5),
      range(5.5, 9),
    ])
  })

  it('is limited to a batch, from the chapter where the range begins', () => {
    const manyChapters = makeChapters(34, 10)
    expect(clipsOfChapters(manyChapters, range(0, 340))).toEqual(
      manyChapters.slice(0, 20).map(({ startTime, endTime }) => range(startTime, endTime)),
    )
    expect(clipsOfChapters(manyChapters, range(205, 340))).toHaveLength(14)
    expect(clipsOfChapters(manyChapters, range(205, 340))[0]).toEqual(range(200, 210))
    expect(clipsOfChapters(chapters, range(30, 40))).toHaveLength(6)
  })
})

describe('chapters on the timeline', () => {
  const layout = (fromSeconds: number, toSeconds: number, widthPx = 600) => ({
    view: { fromSeconds, toSeconds },
    widthPx,
    padPx: 0,
  })

  it('show their visible part, with names where there is room', () => {
    const segments = segmentsOf(chapters, layout(15, 45), 0)
    expect(segments.map(({ place, left, width }) => [place, left, Math.round(width)])).toEqual([
      [1, 0, 98],
      [2, 100, 198],
      [3, 300, 198],
      [4, 500, 98],
    ])
    expect(segments.every(({ hasRoom }) => hasRoom)).toBe(true)
    expect(segmentsOf(chapters, layout(0, 60, 120), 0).some(({ hasRoom }) => hasRoom)).toBe(false)
  })

  it('are limited in number, and always include the focused one', () => {
    const manyChapters = makeChapters(1000, 1)
    const segments = segmentsOf(manyChapters, layout(0, 1000), 501)
    expect(segments.length).toBeLessThan(160)
    expect(segments.map(({ place }) => place)).toContain(501)
  })
})
