import { describe, expect, it } from 'vitest'
import { savedFileName } from './title-file-name.ts'

type Clip = Parameters<typeof savedFileName>[0]

const CLIP: Clip = {
  title: 'A day outside',
  ranges: [{ startTime: 62.5, endTime: 75 }],
  quality: '360p',
  format: 'mp4',
}
const fileNameOf = (change: Partial<Clip> = {}) => savedFileName({ ...CLIP, ...change }, 'title')
const nameOfTitle = (title: string) => fileNameOf({ title }).slice(0, -' 1.02.5-1.15.mp4'.length)

describe('the saved name of a clip', () => {
  it('is its quality, or its title with its times', () => {
    expect(savedFileName(CLIP, 'quality')).toBe('kerf_360p.mp4')
    expect(fileNameOf()).toBe('A day outside 1.02.5-1.15.mp4')
    expect(fileNameOf({ ranges: [{ startTime: 3723.042, endTime: 3730 }] })).toBe(
      'A day outside 1.02.03.042-1.02.10.mp4',
    )
  })

  it('has the extension of its file', () => {
    expect(fileNameOf({ quality: 'audio', format: 'flac' })).toMatch(/ 1\.02\.5-1\.15\.flac$/)
    expect(fileNameOf({ format: 'original', receipt: { container: 'webm' } })).toMatch(/ 1\.02\.5-1\.15\.webm$/)
    expect(fileNameOf({ format: 'png' })).toBe('A day outside 1.02.5.png')
  })

  it('lists joined ranges if there are few', () => {
    const ranges = [30, 10, 20, 40].map((startTime) => ({ startTime, endTime: startTime + 2 }))
    expect(fileNameOf({ ranges: ranges.slice(0, 2) })).toBe('A day outside 0.30-0.32, 0.10-0.12.mp4')
    expect(fileNameOf({ ranges })).toBe('A day outside 0.10-0.42 (4).mp4')
  })

  it('keeps characters that every file system accepts', () => {
    const titles = ['Öl & Wasser, 50 %!', '東京タワー 2026', "It's (not) [over]", 'हिन्दी गीत', 'عربي', 'Fin. 🎬']
    expect(titles.map(nameOfTitle)).toEqual([...titles.slice(0, 5), 'Fin. 🎬'])
    expect(nameOfTitle('Cafe\u0301')).toBe('Caf\u00e9')
  })

  it('contains nothing that Windows, macOS or Linux reject', () => {
    expect(nameOfTitle('Talk: part 1')).toBe('Talk - part 1')
    expect(nameOfTitle('AC/DC | "Live" <HD> *new*')).toBe('AC-DC - Live HD new')
    expect(nameOfTitle('What?')).toBe('What')
    expect(nameOfTitle('one\u0000two\r\nthree\tfour\u2028five')).toBe('one two three four five')
    expect(nameOfTitle('C:\\clips\\..\\x')).toBe('C-clips-..-x')
    expect(nameOfTitle('../../etc/passwd')).toBe('etc-passwd')
  })

  it('is never a device name, a hidden file or a command-line option', () => {
    expect(nameOfTitle('CON')).toBe('CON')
    expect(nameOfTitle('nul.txt')).toBe('_nul.txt')
    expect(nameOfTitle('COM1 .log')).toBe('_COM1 .log')
    expect(nameOfTitle('Con Air')).toBe('Con Air')
    expect(['.hidden', '...', '-rf', '~root'].map(nameOfTitle)).toEqual(['hidden', 'video', 'rf', 'root'])
  })

  it('contains no invisible characters and no direction marks', () => {
    expect(nameOfTitle('exe\u202e4pm\u200b.\u2066x\ufeff')).toBe('exe4pm.x')
    expect(nameOfTitle('\ud800 half')).toBe('half')
    expect(nameOfTitle('\u0301\u0302 alone')).toBe('alone')
    for (const emptyTitle of ['', '   ', '???', '\u3164', '\u0301', '...'])
      expect(nameOfTitle(emptyTitle)).toBe('video')
  })

  it('has no dot or space at the end of its title, even if truncated', () => {
    expect(nameOfTitle('The end... ')).toBe('The end')
    expect(nameOfTitle('Mr. '.repeat(90))).toMatch(/Mr$/)
  })

  it.each(['a', 'ü', '界', '𠮷', 'g\u0308', '👨‍👩‍👧', `a${'\u0301'.repeat(500)}`])(
    'has at most 200 bytes, with whole characters and its times (%j)',
    (letter) => {
      const ranges = [{ startTime: 99_999.999, endTime: 600_000.123 }]
      const name = fileNameOf({ title: letter.repeat(300), ranges })
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
      expect(name).toMatch(/ 27\.46\.39\.999-166\.40\.00\.123\.mp4$/)
      expect(name.isWellFormed()).toBe(true)
    },
  )
})
