import { describe, expect, it } from 'vitest'
import { parseQuality, QUALITIES, QUALITY_IDS } from './quality.ts'

describe('a quality', () => {
  it('is parsed from its id and from its label in the download table', () => {
    for (const id of QUALITY_IDS) {
      expect(parseQuality(id)).toBe(id)
      expect(parseQuality(QUALITIES[id].label)).toBe(id)
    }
  })

  it.each([
    ['4K', '2160p'],
    ['4K 2160p', '2160p'],
    ['1080p HD', '1080p'],
    ['1080P (hd)', '1080p'],
    [' 720 ', '720p'],
    ['Audio Only', 'audio'],
    ['audio', 'audio'],
    ['MP3', 'audio'],
  ])('is parsed from the loose spelling %j', (text, id) => {
    expect(parseQuality(text)).toBe(id)
  })

  it.each(['', '144p', '8k', 'audio; drop table', '720p 720p', '10800p'])('is not guessed from %j', (text) => {
    expect(parseQuality(text)).toBeNull()
  })
})
