import { describe, expect, it } from 'vitest'
import { type Place, placeAfter, setBy } from './transcript-keys.ts'

const rows = [
  { startTime: 0, first: 0, last: 3 },
  { startTime: 4, first: 4, last: 5 },
  { startTime: 6, first: 6, last: 9 },
]
const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const after = (key: string, place: Place, isRtl = false) => placeAfter({ ...keys, key }, place, rows, isRtl)
const at = (row: number, word: number | null): Place => ({ row, word })

describe('keys in the transcript', () => {
  it('go from row to row, into a row, from word to word over its end, and back out of it', () => {
    expect(after('ArrowDown', at(0, null))).toEqual(at(1, null))
    expect(after('ArrowUp', at(0, null))).toEqual(at(0, null))
    expect(after('ArrowRight', at(1, null))).toEqual(at(1, 4))
    expect(after('ArrowRight', at(1, 5))).toEqual(at(2, 6))
    expect(after('ArrowRight', at(2, 9))).toEqual(at(2, 9))
    expect(after('ArrowLeft', at(1, 5))).toEqual(at(1, 4))
    expect(after('ArrowLeft', at(1, 4))).toEqual(at(1, null))
    expect(after('ArrowLeft', at(1, null))).toEqual(at(1, null))
  })

  it('go on in the direction of the text where that is written from right to left', () => {
    expect(after('ArrowLeft', at(0, 1), true)).toEqual(at(0, 2))
    expect(after('ArrowRight', at(0, 0), true)).toEqual(at(0, null))
  })

  it('keep the place in the line from row to row, as far as the row goes', () => {
    expect(after('ArrowDown', at(0, 3))).toEqual(at(1, 5))
    expect(after('ArrowUp', at(2, 7))).toEqual(at(1, 5))
    expect(after('PageDown', at(0, 1))).toEqual(at(2, 7))
  })

  it('go to the ends of a row, and of all that is said', () => {
    expect(after('End', at(0, 1))).toEqual(at(0, 3))
    expect(after('Home', at(0, 1))).toEqual(at(0, 0))
    expect(after('End', at(0, null))).toEqual(at(2, null))
    expect(placeAfter({ ...keys, key: 'Home', ctrlKey: true }, at(2, 8), rows, false)).toEqual(at(0, null))
  })

  it('leave shortcuts and typing alone', () => {
    expect(after('i', at(0, 0))).toBeNull()
    expect(placeAfter({ ...keys, key: 'ArrowRight', ctrlKey: true }, at(0, 0), rows, false)).toBeNull()
    expect(placeAfter({ ...keys, key: 'ArrowRight', altKey: true }, at(0, 0), rows, false)).toBeNull()
  })

  it('set the start by Enter and Space, and the end with Shift', () => {
    const set = (key: string, changes = {}) => setBy({ ...keys, key, ...changes })
    expect([set('Enter'), set(' ')]).toEqual(['start', 'start'])
    expect([set('Enter', { shiftKey: true }), set(' ', { shiftKey: true })]).toEqual(['end', 'end'])
    expect([set('Enter', { ctrlKey: true }), set('a')]).toEqual([null, null])
  })
})
