import { describe, expect, it } from 'vitest'
import { kerfAddress } from './kerf-address.ts'
import { type Marks, MOST_RANGES, markIn, markOut, NO_MARKS, searchFor, withoutRange } from './marks.ts'

const queryOf = (marks: Marks) => Object.fromEntries(new URLSearchParams(searchFor('aqz-KE-bpKQ', marks)))
const url = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

function marksOf(...ranges: [number, number][]): Marks {
  return ranges.reduce<Marks>((marks, [start, end]) => {
    const result = markOut(markIn(marks, start), end)
    if (typeof result === 'string') throw new Error(result)
    return result
  }, NO_MARKS)
}

describe('marks on a video', () => {
  it('become a range to the millisecond, and wait for no out mark any more', () => {
    expect(marksOf([12.34567, 15])).toEqual({ ranges: [{ startTime: 12.346, endTime: 15 }], start: null })
  })

  it('are not made of an out mark alone, nor of less than a second, nor without end', () => {
    expect(markOut(NO_MARKS, 5)).toBe('noStart')
    expect(markOut(markIn(NO_MARKS, 5), 5.9)).toBe('tooShort')
    expect(markOut(markIn(NO_MARKS, 5), 4)).toBe('tooShort')
    const mostMarks = marksOf(...Array.from({ length: MOST_RANGES }, (_, at): [number, number] => [at, at + 1]))
    expect(markOut(markIn(mostMarks, 5), 7)).toBe('tooMany')
  })

  it('open one range by its times, several as several clips, and an in mark alone as a start', () => {
    expect(queryOf(marksOf([1, 3]))).toEqual({ url, start: '1', end: '3' })
    expect(queryOf(marksOf([1, 3], [0.5, 2.25]))).toEqual({ url, clips: '1-3,0.5-2.25' })
    expect(queryOf(markIn(NO_MARKS, 7))).toEqual({ url, start: '7' })
    expect(queryOf(withoutRange(marksOf([1, 3], [5, 9]), 0))).toEqual({ url, start: '5', end: '9' })
  })
})

it.each([
  ['https://kerf.example/', 'https://kerf.example'],
  [' kerf.example ', 'https://kerf.example'],
  ['http://192.168.1.20:3000/signin?x=1', 'http://192.168.1.20:3000'],
  ['home.example/kerf/', 'https://home.example/kerf'],
  ['https://home.example/kerf/tools#extension', 'https://home.example/kerf'],
  ['javascript:alert(1)', null],
  ['javascript://kerf.example/%0aalert(1)', null],
  ['https://anna:secret@kerf.example', null],
  ['', null],
  ['two words', null],
])('the address of a Kerf is read as people type it: %j', (input, address) => {
  expect(kerfAddress(input)).toBe(address)
})
