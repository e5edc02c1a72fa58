import { wordsOf } from '@kerf/domain/captions/transcript-words'
import { describe, expect, it } from 'vitest'
import { offeredModes, readMode, type SnapMode, type SnapSources } from './snap-modes.ts'
import { snapPoint } from './snap-points.ts'

const spokenWords = wordsOf({
  language: 'en',
  cues: [
    { startTime: 10, endTime: 12, text: 'hello world' },
    { startTime: 20, endTime: 21, text: 'goodbye' },
  ],
})
const chapters = [
  { title: 'Intro', startTime: 0, endTime: 15 },
  { title: 'Talk', startTime: 15, endTime: 59.7 },
]
const sources: SnapSources = { frameRate: 30, durationSeconds: 59.7, spokenWords, loudness: null, chapters }
const snap = (mode: SnapMode, end: 'start' | 'end', seconds: number, reach = 0.5) =>
  snapPoint(mode, sources, end, seconds, reach)

describe('handles that snap', () => {
  it('stop at whole seconds, and at the very end of a video', () => {
    expect([12.4, 12.6, -3].map((seconds) => snap('seconds', 'end', seconds)?.seconds)).toEqual([12, 13, 0])
    expect([59.1, 59.5, 70].map((seconds) => snap('seconds', 'end', seconds))).toEqual([
      { seconds: 59, at: 'second' },
      { seconds: 59.7, at: 'end' },
      { seconds: 59.7, at: 'end' },
    ])
  })

  it('stop at frames', () => {
    expect([10.02, 10.01].map((seconds) => snap('frames', 'start', seconds)?.seconds)).toEqual([10.033, 10])
  })

  it('stop a little outside of a word, if one is within reach', () => {
    expect(snap('words', 'start', 10.3)).toEqual({ seconds: 9.94, at: 'word', name: 'hello' })
    expect(snap('words', 'end', 20.7)).toEqual({ seconds: 21.06, at: 'word', name: 'goodbye' })
    expect(snap('words', 'end', 12.2)).toMatchObject({ seconds: 12.06, name: 'world' })
    expect(snap('words', 'start', 16)).toBeNull()
    expect(snap('words', 'start', 16, 5)).toMatchObject({ name: 'goodbye' })
  })

  it('stop at the start or end of a chapter', () => {
    expect(snap('chapters', 'start', 14.8)).toEqual({ seconds: 15, at: 'chapter', name: 'Talk' })
    expect(snap('chapters', 'end', 14.8)).toEqual({ seconds: 15, at: 'chapter', name: 'Intro' })
    expect(snap('chapters', 'start', 14.4)).toBeNull()
  })

  it('stop nowhere if snapping is off, or without targets', () => {
    expect(snap('off', 'start', 10)).toBeNull()
    expect(snap('silences', 'start', 10)).toBeNull()
    expect(snapPoint('words', { ...sources, spokenWords: null }, 'start', 10, 1)).toBeNull()
  })
})

describe('the snap modes', () => {
  it('depend on the video', () => {
    const loudness = { peaks: [1], peaksPerSecond: 1 }
    expect(offeredModes({ spokenWords: null, loudness: null, chapters: [] })).toEqual(['off', 'seconds', 'frames'])
    expect(offeredModes({ spokenWords: [], loudness, chapters: [] })).toEqual(['off', 'seconds', 'frames', 'silences'])
    expect(offeredModes({ spokenWords, loudness: null, chapters })).toEqual([
      'off',
      'seconds',
      'frames',
      'words',
      'chapters',
    ])
  })

  it('are remembered, even from the former on or off setting', () => {
    expect([null, 'on', 'words', 'moods'].map(readMode)).toEqual(['off', 'seconds', 'words', 'off'])
  })
})
