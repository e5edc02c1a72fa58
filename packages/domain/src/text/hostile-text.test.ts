import { describe, expect, it } from 'vitest'
import { batchEntryName } from '../formats/batch-entry-name.ts'
import { savedFileName } from '../formats/title-file-name.ts'
import { findLink } from '../links/find-link.ts'
import { recognizeLink } from '../links/recognize-link.ts'
import { SOURCES } from '../links/source-ids.ts'
import { parseYoutubeLink } from '../links/youtube-link.ts'
import { readBlock } from '../moderation/blocking.ts'
import { csvCell } from '../people/users-export.ts'
import { parseTimecode } from '../ranges/parse-timecode.ts'
import { formatTimecode } from '../ranges/timecode.ts'
import { isOneLineText } from './plain-text.ts'

/** Parts of hostile texts: paths, formulas, markup, links, control and invisible characters. */
const SEGMENTS = [
  ...'../ ..\\ / \\ C: CON nul COM1 . .. ~ %00 %2e%2e%2f %ff = + - @ ＝ ＋ － ＠'.split(' '),
  ...'" \' , ; < > & $(x) ` | a Z 0 9 : ? # 👩‍🎬 李 م ß'.split(' '),
  ...'https:// http:// youtu.be/ www.youtube.com/watch?v= dQw4w9WgXcQ user:pass@ .mp4 #t=1,2 &t=1e999 [::1]'.split(' '),
  '\0',
  '\r\n',
  '\t',
  ' ',
  '\u001b[31m',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\ud800',
  '\udc00',
  '\u0301',
  '\u2028',
]

/** Pseudo-random texts, the same for the same seed (mulberry32). */
function* hostileTexts(seed: number, count: number): Generator<string> {
  let state = seed
  const randomBelow = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) % limit
  }
  for (let index = 0; index < count; index++) {
    const pieces = Array.from({ length: randomBelow(12) }, () =>
      randomBelow(5) === 0 ? String.fromCodePoint(randomBelow(0x110000)) : SEGMENTS[randomBelow(SEGMENTS.length)]!,
    )
    yield pieces.join('').repeat(randomBelow(40) === 0 ? 300 : 1)
  }
}

const texts = [...hostileTexts(8, 1200)]

describe('any untrusted text', () => {
  it('is an HTTP link to media, or no link', () => {
    for (const text of texts) {
      const link = recognizeLink(text, SOURCES)
      const textLink = findLink(text)
      if (textLink) expect(recognizeLink(textLink.link, SOURCES)).not.toBeNull()
      if (link?.source === 'media') expect(link.reference).toMatch(/^https?:\/\/[^@/]+\//)
      const youtube = parseYoutubeLink(text)
      if (youtube) expect(youtube.videoId).toMatch(/^[\w-]{11}$/)
      for (const seconds of Object.values(youtube?.range ?? {})) expect(seconds).toBeGreaterThanOrEqual(0)
    }
  })

  it('is a valid block, or none', () => {
    for (const text of texts)
      for (const kind of ['video', 'channel', 'domain'] as const)
        expect(typeof readBlock(kind, text).blockable).toBe('boolean')
  })

  it('is a finite time, or none', () => {
    for (const text of texts) {
      const seconds = parseTimecode(text)
      if (seconds !== null) expect(parseTimecode(formatTimecode(seconds, 3))).toBeCloseTo(seconds, 2)
    }
  })

  it('makes a file name that stays in its folder', () => {
    for (const [index, title] of texts.entries()) {
      const range = { startTime: index / 7, endTime: index }
      const name = batchEntryName({ number: index, title, range, quality: '720p' })
      expect(name).toMatch(/^\d{2,}_[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*_[\d.-]+_720p\.mp4$/u)
      expect(name.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
      const savedName = savedFileName({ title, ranges: [range], quality: '720p', format: 'mp4' }, 'title')
      expect(savedName).not.toMatch(/[<>:"/\\|?*\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]|^[\s.~-]/u)
      expect(savedName).toMatch(/[^\s.] [\d.]+-[\d.]+\.mp4$/)
      expect(savedName.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(savedName)).toBeLessThanOrEqual(200)
    }
  })

  it('makes no formula and no second cell in a spreadsheet', () => {
    for (const text of texts) {
      const cell = csvCell(text)
      expect(cell).not.toMatch(/^"?[=+\-@＝＋－＠\t\r\n]/)
      expect(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '') : cell).not.toMatch(
        cell.startsWith('"') ? /"/ : /[",\r\n]/,
      )
    }
  })

  it('is a one-line name, or none', () => {
    for (const text of texts) {
      if (isOneLineText(text)) expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }
  })
})
