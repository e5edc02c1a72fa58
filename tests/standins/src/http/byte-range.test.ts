import { describe, expect, it } from 'vitest'
import { parseRangeHeader, parseRangeParameter } from './byte-range.ts'

describe('the Range header', () => {
  it('names an inclusive part', () => {
    expect(parseRangeHeader('bytes=10-19', 100)).toEqual({ kind: 'part', start: 10, end: 19 })
  })

  it('reaches to the end when it is open or asks for too much', () => {
    expect(parseRangeHeader('bytes=90-', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
    expect(parseRangeHeader('bytes=90-500', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
  })

  it('counts from the end when its start is missing', () => {
    expect(parseRangeHeader('bytes=-10', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
    expect(parseRangeHeader('bytes=-500', 100)).toEqual({ kind: 'part', start: 0, end: 99 })
  })

  it('cannot be satisfied behind the end', () => {
    expect(parseRangeHeader('bytes=100-', 100)).toEqual({ kind: 'unsatisfiable' })
    expect(parseRangeHeader('bytes=-0', 100)).toEqual({ kind: 'unsatisfiable' })
  })

  it('counts as absent when it is missing, in another unit or a list', () => {
    for (const header of [undefined, 'frames=1-2', 'bytes=0-1,5-6', 'bytes=-']) {
      expect(parseRangeHeader(header, 100)).toEqual({ kind: 'whole' })
    }
  })
})

describe("YouTube's range parameter", () => {
  it('names an inclusive part, a missing one the whole', () => {
    expect(parseRangeParameter('10-19', 100)).toEqual({ kind: 'part', start: 10, end: 19 })
    expect(parseRangeParameter('10-', 100)).toEqual({ kind: 'part', start: 10, end: 99 })
    expect(parseRangeParameter(null, 100)).toEqual({ kind: 'whole' })
  })

  it('cannot be satisfied behind the end', () => {
    expect(parseRangeParameter('100-120', 100)).toEqual({ kind: 'unsatisfiable' })
  })
})
