import { describe, expect, it } from 'vitest'
import { readKerfAddress } from './kerf-address.ts'
import { createKerfQuery, MAX_RANGES, type Marks, NO_MARKS, setInMark, setOutMark, withoutRange } from './marks.ts'

const readQuery = (marks: Marks) => Object.fromEntries(new URLSearchParams(createKerfQuery('aqz-KE-bpKQ', marks)))
const url = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

function marksOf(...ranges: [number, number][]): Marks {
  return ranges.reduce<Marks>((marks, [start, end]) => {
    const result = setOutMark(setInMark(marks, start), end)
    if (typeof result === 'string') throw new Error(result)
    return result
  }, NO_MARKS)
}

describe('marks on a video', () => {
  it('become a range in milliseconds after the out mark', () => {
    expect(marksOf([12.34567, 15])).toEqual({ ranges: [{ startTime: 12.346, endTime: 15 }], start: null })
  })

  it('are refused without an in mark, below one second, and above the maximum number of ranges', () => {
    expect(setOutMark(NO_MARKS, 5)).toBe('noStart')
    expect(setOutMark(setInMark(NO_MARKS, 5), 5.9)).toBe('tooShort')
    expect(setOutMark(setInMark(NO_MARKS, 5), 4)).toBe('tooShort')
    const maximumMarks = marksOf(
      ...Array.from({ length: MAX_RANGES }, (_, index): [number, number] => [index, index + 1]),
    )
    expect(setOutMark(setInMark(maximumMarks, 5), 7)).toBe('tooMany')
  })

  it('become a query with start and end, with several clips, or with only a start', () => {
    expect(readQuery(marksOf([1, 3]))).toEqual({ url, start: '1', end: '3' })
    expect(readQuery(marksOf([1, 3], [0.5, 2.25]))).toEqual({ url, clips: '1-3,0.5-2.25' })
    expect(readQuery(setInMark(NO_MARKS, 7))).toEqual({ url, start: '7' })
    expect(readQuery(withoutRange(marksOf([1, 3], [5, 9]), 0))).toEqual({ url, start: '5', end: '9' })
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
])('the address of a Kerf is read from typed text: %j', (input, address) => {
  expect(readKerfAddress(input)).toBe(address)
})
