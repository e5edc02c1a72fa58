import { describe, expect, it } from 'vitest'
import { type FocusPlace, focusAfterKey, rangeEndOfKey } from './transcript-keys.ts'

const rows = [
  { startTime: 0, first: 0, last: 3 },
  { startTime: 4, first: 4, last: 5 },
  { startTime: 6, first: 6, last: 9 },
]
const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const placeAfterKey = (key: string, place: FocusPlace, isRtl = false) =>
  focusAfterKey({ ...keys, key }, place, rows, isRtl)
const placeAt = (row: number, word: number | null): FocusPlace => ({ row, word })

describe('keys in the transcript', () => {
  it('move between rows, into a row, from word to word, and back out', () => {
    expect(placeAfterKey('ArrowDown', placeAt(0, null))).toEqual(placeAt(1, null))
    expect(placeAfterKey('ArrowUp', placeAt(0, null))).toEqual(placeAt(0, null))
    expect(placeAfterKey('ArrowRight', placeAt(1, null))).toEqual(placeAt(1, 4))
    expect(placeAfterKey('ArrowRight', placeAt(1, 5))).toEqual(placeAt(2, 6))
    expect(placeAfterKey('ArrowRight', placeAt(2, 9))).toEqual(placeAt(2, 9))
    expect(placeAfterKey('ArrowLeft', placeAt(1, 5))).toEqual(placeAt(1, 4))
    expect(placeAfterKey('ArrowLeft', placeAt(1, 4))).toEqual(placeAt(1, null))
    expect(placeAfterKey('ArrowLeft', placeAt(1, null))).toEqual(placeAt(1, null))
  })

  it('follow the direction of right-to-left text', () => {
    expect(placeAfterKey('ArrowLeft', placeAt(0, 1), true)).toEqual(placeAt(0, 2))
    expect(placeAfterKey('ArrowRight', placeAt(0, 0), true)).toEqual(placeAt(0, null))
  })

  it('keep the place in the line from row to row', () => {
    expect(placeAfterKey('ArrowDown', placeAt(0, 3))).toEqual(placeAt(1, 5))
    expect(placeAfterKey('ArrowUp', placeAt(2, 7))).toEqual(placeAt(1, 5))
    expect(placeAfterKey('PageDown', placeAt(0, 1))).toEqual(placeAt(2, 7))
  })

  it('go to the ends of a row, and of the transcript', () => {
    expect(placeAfterKey('End', placeAt(0, 1))).toEqual(placeAt(0, 3))
    expect(placeAfterKey('Home', placeAt(0, 1))).toEqual(placeAt(0, 0))
    expect(placeAfterKey('End', placeAt(0, null))).toEqual(placeAt(2, null))
    expect(focusAfterKey({ ...keys, key: 'Home', ctrlKey: true }, placeAt(2, 8), rows, false)).toEqual(placeAt(0, null))
  })

  it('leave shortcuts and typing alone', () => {
    expect(placeAfterKey('i', placeAt(0, 0))).toBeNull()
    expect(focusAfterKey({ ...keys, key: 'ArrowRight', ctrlKey: true }, placeAt(0, 0), rows, false)).toBeNull()
    expect(focusAfterKey({ ...keys, key: 'ArrowRight', altKey: true }, placeAt(0, 0), rows, false)).toBeNull()
  })

  it('set the start by Enter and Space, and the end with Shift', () => {
    const rangeEndOf = (key: string, changes = {}) => rangeEndOfKey({ ...keys, key, ...changes })
    expect([rangeEndOf('Enter'), rangeEndOf(' ')]).toEqual(['start', 'start'])
    expect([rangeEndOf('Enter', { shiftKey: true }), rangeEndOf(' ', { shiftKey: true })]).toEqual(['end', 'end'])
    expect([rangeEndOf('Enter', { ctrlKey: true }), rangeEndOf('a')]).toEqual([null, null])
  })
})
