import { describe, expect, it } from 'vitest'
import { FIRST_TYPING, nextTyping } from './TypedWord.tsx'

const WORDS = ['Cut', 'Trim']

describe('the typed word of the headline', () => {
  it('rests on a whole word, deletes it, types the next one, and starts over', () => {
    const seen: [string, number][] = []
    let typing = FIRST_TYPING(WORDS)
    for (let step = 0; step < 18; step++) {
      const { next, afterMs } = nextTyping(typing, WORDS)
      seen.push([(WORDS[typing.word] ?? '').slice(0, typing.letters), afterMs])
      typing = next
    }
    expect(seen.slice(0, 10)).toEqual([
      ['Cut', 1500],
      ['Cut', 100],
      ['Cu', 100],
      ['C', 100],
      ['', 150],
      ['T', 150],
      ['Tr', 150],
      ['Tri', 150],
      ['Trim', 1500],
      ['Trim', 100],
    ])
    expect(seen.slice(13, 18).map(([text]) => text)).toEqual(['', 'C', 'Cu', 'Cut', 'Cut'])
  })
})
