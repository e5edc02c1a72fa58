import { describe, expect, it } from 'vitest'
import type { Cue, Transcript } from './transcript.ts'
import { findWords, textOfWords, wordsOf } from './transcript-words.ts'

const transcriptOf = (...cues: Cue[]): Transcript => ({ language: 'en', cues })
const cue = (startTime: number, endTime: number, text: string): Cue => ({ startTime, endTime, text })
const wordsIn = (text: string) => wordsOf(transcriptOf(cue(0, 10, text)))
const findPhrase = (text: string, query: string, wholeWords = false) => {
  const words = wordsIn(text)
  return findWords(words, query, { wholeWords }).map((wordHit) => textOfWords(words, wordHit))
}

describe('the words of a transcript', () => {
  it('begin at their own times, and end at the next word or the end of their cue', () => {
    const words = [
      { startTime: 1, text: 'we' },
      { startTime: 1.25, text: ' begin' },
      { startTime: 2, text: ' here' },
    ]
    expect(wordsOf(transcriptOf({ startTime: 1, endTime: 2.5, text: 'we begin here', words }))).toEqual([
      { startTime: 1, endTime: 1.25, text: 'we', cue: 0 },
      { startTime: 1.25, endTime: 2, text: 'begin', cue: 0 },
      { startTime: 2, endTime: 2.5, text: 'here', cue: 0 },
    ])
  })

  it('do not include the pause after them', () => {
    const words = [
      { startTime: 0, text: 'wait' },
      { startTime: 20, text: 'now' },
    ]
    const [wait, now] = wordsOf(transcriptOf({ startTime: 0, endTime: 60, text: 'wait now', words }))
    expect(wait!.endTime).toBeCloseTo(1.4)
    expect(now!.endTime).toBeCloseTo(21.3)
  })

  it('share the time of their cue by length if it has no word times', () => {
    expect(wordsOf(transcriptOf(cue(0, 1, 'x'), cue(10, 11, 'one\nand  eleven')))).toEqual([
      { startTime: 0, endTime: 1, text: 'x', cue: 0 },
      { startTime: 10, endTime: expect.closeTo(10.2143, 3), text: 'one', cue: 1 },
      { startTime: expect.closeTo(10.2857, 3), endTime: expect.closeTo(10.5, 3), text: 'and', cue: 1 },
      { startTime: expect.closeTo(10.5714, 3), endTime: 11, text: 'eleven', cue: 1 },
    ])
  })

  it('stay inside their cue and in order, whatever times they come with', () => {
    const words = [-5, 7, 3, Number.POSITIVE_INFINITY, 4].map((startTime) => ({ startTime, text: 'word' }))
    const timedWords = wordsOf(transcriptOf({ startTime: 1, endTime: 5, text: '', words }))
    let last = 1
    for (const word of timedWords) {
      expect(word.startTime).toBeGreaterThanOrEqual(last)
      expect(word.endTime).toBeGreaterThanOrEqual(word.startTime)
      expect(word.endTime).toBeLessThanOrEqual(5)
      last = word.startTime
    }
  })

  it('keep separate punctuation with its neighbour', () => {
    expect(wordsIn('- Ça va ? « Oui ! »').map(({ text }) => text)).toEqual(['- Ça', 'va ? «', 'Oui ! »'])
    expect(wordsIn('♪ ♪').map(({ text }) => text)).toEqual(['♪ ♪'])
    expect(wordsIn('  ')).toEqual([])
  })

  it('are separated even in text without spaces', () => {
    const words = wordsIn('今日は東京に行きます。Python入門')
    expect(words.length).toBeGreaterThan(4)
    expect(words.map(({ text }) => text)).toContain('東京')
    expect(textOfWords(words, { first: 0, last: words.length - 1 })).toBe('今日は東京に行きます。 Python 入門')
  })
})

describe('a search in a transcript', () => {
  it('finds a phrase across cues, with its first and last word', () => {
    const words = wordsOf(
      transcriptOf(cue(0, 1, 'It was the best'), cue(1, 2, 'of times, it was'), cue(2, 3, 'the worst of times')),
    )
    expect(findWords(words, 'best of TIMES it')).toEqual([{ first: 3, last: 6 }])
    expect(findWords(words, 'of times')).toEqual([
      { first: 4, last: 5 },
      { first: 10, last: 11 },
    ])
    expect(findWords(words, 'times of')).toEqual([])
  })

  it('ignores accents, case and punctuation, on both sides', () => {
    expect(findPhrase('Où est le «Café»?', 'ou est le cafe')).toEqual(['Où est le «Café»?'])
    expect(findPhrase('ou est le cafe', 'OÙ EST LE CAFÉ!')).toEqual(['ou est le cafe'])
    expect(findPhrase('Die Straße, groß', 'strasse gross')).toEqual(['Straße, groß'])
    expect(findPhrase('İstanbul ve ısı', 'istanbul ve isi')).toEqual(['İstanbul ve ısı'])
    expect(findPhrase('Smørrebrød, Łódź', 'smorrebrod lodz')).toEqual(['Smørrebrød, Łódź'])
    expect(findPhrase('Ο Οδυσσεύς', 'οδυσσευσ')).toEqual(['Οδυσσεύς'])
    expect(findPhrase('I don’t know', "don't")).toEqual(['don’t'])
    expect(findPhrase('I don’t know', 'dont know')).toEqual(['don’t know'])
    expect(findPhrase('a well-known fact', 'well known')).toEqual(['well-known'])
    expect(findPhrase('well known', 'well-known')).toEqual(['well known'])
    expect(findPhrase('costs 1,000 dollars', '1000')).toEqual(['1,000'])
    expect(findPhrase('السَّلَامُ عَلَيْكُمْ أحمد', 'السلام عليكم احمد')).toEqual(['السَّلَامُ عَلَيْكُمْ أحمد'])
    expect(findPhrase('שָׁלוֹם עוֹלָם', 'שלום עולם')).toEqual(['שָׁלוֹם עוֹלָם'])
  })

  it('matches the start of the last word during typing, unless whole words are requested', () => {
    expect(findPhrase('an article on art', 'art')).toEqual(['article', 'art'])
    expect(findPhrase('an article on art', 'art', true)).toEqual(['art'])
    expect(findPhrase('an article on art', 'an arti')).toEqual(['an article'])
    expect(findPhrase('a party', 'art')).toEqual([])
    expect(findPhrase('his therapist came', 'the rapist')).toEqual([])
    expect(findPhrase('ends here', 'here', true)).toEqual(['here'])
  })

  it('finds text without spaces, however it is divided', () => {
    expect(findPhrase('今日は東京に行きます', '京に行')).toHaveLength(1)
    expect(findPhrase('今日は 東京に', '今日は東京')).toEqual(['今日は東京'])
    expect(findPhrase('Python入門コース', 'python 入門')).toEqual(['Python 入門'])
    expect(findPhrase('हिन्दी में', 'हिन्दी')).toEqual(['हिन्दी'])
    expect(findPhrase('हिन्दी में', 'हनद')).toEqual([])
    expect(findPhrase('한국어 자막', '한국어')).toEqual(['한국어'])
  })

  it('finds nothing for an empty query, and treats a query as plain text', () => {
    expect(findPhrase('a b', '  ')).toEqual([])
    expect(findPhrase('a b', '.*')).toEqual([])
    expect(findPhrase('♪ ♪', '♪')).toEqual([])
    expect(findWords([], 'a')).toEqual([])
    expect(findPhrase('♪ [a] (b) ♪', 'a b')).toEqual(['♪ [a] (b) ♪'])
  })

  it('is fast in three hours of speech: a thousand searches of 40,000 words', () => {
    const cues = Array.from({ length: 4000 }, (_, index) =>
      cue(index * 2.7, index * 2.7 + 2.7, `Zehn Wörter é ${index} a b c d e f`),
    )
    const words = wordsOf(transcriptOf(...cues))
    expect(words).toHaveLength(40_000)
    for (let index = 0; index < 1000; index++)
      expect(findWords(words, `worter e ${index} a`)).toEqual([{ first: index * 10 + 1, last: index * 10 + 4 }])
  })
})
