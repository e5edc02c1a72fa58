import { wordsOf } from '@kerf/domain/captions/transcript-words'
import { describe, expect, it } from 'vitest'
import { rowAtTime, rowOfWord, spokenRowsOf } from './spoken-rows.ts'

const cue = (startTime: number, text: string) => ({ startTime, endTime: startTime + 2, text })
const cues = [cue(1, 'one two three'), cue(3, ''), cue(5, 'four'), cue(5, 'five six')]
const words = wordsOf({ language: 'en', cues })
const rows = spokenRowsOf(words)

describe('the rows of a transcript', () => {
  it('are its cues with words', () => {
    expect(rows).toEqual([
      { startTime: 1, first: 0, last: 2 },
      { startTime: 5, first: 3, last: 3 },
      { startTime: 5, first: 4, last: 5 },
    ])
    expect(spokenRowsOf([])).toEqual([])
  })

  it('are found by word and by time: a pause belongs to the row before it', () => {
    expect([0, 2, 3, 4, 5].map((word) => rowOfWord(rows, word))).toEqual([0, 0, 1, 2, 2])
    expect([0, 1, 4.9, 5, 99].map((seconds) => rowAtTime(rows, seconds))).toEqual([0, 0, 0, 2, 2])
  })
})
