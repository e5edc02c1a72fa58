import { describe, expect, it } from 'vitest'
import { batchEntryName, listEntryName } from './batch-entry-name.ts'
import { batchFileName } from './file-name.ts'

const RANGE = { startTime: 10, endTime: 12.5 }
const entryNameOf = (title: string, changes: Partial<Parameters<typeof batchEntryName>[0]> = {}) =>
  batchEntryName({ number: 1, title, range: RANGE, quality: '720p', ...changes })
const nameOfTitle = (title: string) => entryNameOf(title).slice('01_'.length, -'_0-10.0-0-12.5_720p.mp4'.length)

describe("the name of a clip in a batch's zip", () => {
  it('has its number, video, range and quality', () => {
    expect(entryNameOf('Title of video')).toBe('01_Title-of-video_0-10.0-0-12.5_720p.mp4')
    const receipt = { size: { width: 320, height: 240 } }
    expect(entryNameOf('Title', { quality: '360p', receipt })).toBe('01_Title_0-10.0-0-12.5_240p.mp4')
    const range = { startTime: 59.9996, endTime: 3723.25 }
    expect(entryNameOf('A talk', { number: 20, range, quality: 'audio' })).toBe(
      '20_A-talk_1-00.0-1-02-03.25_audio_only.mp3',
    )
    expect(entryNameOf('A talk', { range: { startTime: 0.001, endTime: 9 } })).toContain('_0-00.001-0-09.0_')
  })

  it('keeps letters and digits of every script, an accented letter as one character', () => {
    expect(['Öl & Wasser: 50/50', '東京タワー 2026', 'Привет, мир!', 'हिन्दी गीत', 'عربي'].map(nameOfTitle)).toEqual([
      'Öl-Wasser-50-50',
      '東京タワー-2026',
      'Привет-мир',
      'हिन्दी-गीत',
      'عربي',
    ])
    expect(nameOfTitle('Cafe\u0301')).toBe('Caf\u00e9')
  })

  it('never leaves its folder', () => {
    expect(
      ['../../etc/passwd', '..\\..\\boot.ini', '/root', 'C:\\clip', '~/x', '.', '..', '.hidden'].map(nameOfTitle),
    ).toEqual(['etc-passwd', 'boot-ini', 'root', 'C-clip', 'x', 'video', 'video', 'hidden'])
  })

  it('contains nothing special for a file system or a shell', () => {
    const hostile = 'CON <>:"|?*%&$`\';!#\n\r\t\0 NUL. '
    expect(entryNameOf(hostile)).toMatch(/^01_CON-NUL_[\w.-]+\.mp4$/)
  })

  it('contains no invisible characters and no direction marks', () => {
    expect(nameOfTitle('exe\u202e4pm\u200b.\u2066x\ufeff')).toBe('exe4pm-x')
    expect(nameOfTitle('\u0301\u0302 alone')).toBe('alone')
    expect(nameOfTitle('❤️ 1️⃣ 🎬')).toBe('1')
    expect(nameOfTitle('\ud800 half')).toBe('half')
    for (const emptyTitle of ['', '   ', '🎬🎬', '\u3164', '\u0301']) expect(nameOfTitle(emptyTitle)).toBe('video')
  })

  it.each([
    ['a', 'plain letters'],
    ['ü', 'letters of two bytes'],
    ['界', 'letters of three bytes'],
    ['𠮷', 'letters of four bytes'],
    ['g\u0308', 'letters of two characters'],
    [`a${'\u0301'.repeat(500)}`, 'one letter under a tower of marks'],
  ])('has a limited length, with whole letters (%j, %s)', (letter) => {
    const range = { startTime: 99_999.999, endTime: 600_000.123 }
    const name = entryNameOf(letter.repeat(300), { number: 20, range, quality: '2160p' })
    expect(name.length).toBeLessThanOrEqual(100)
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
    expect(name).toMatch(/_27-46-39\.999-166-40-00\.123_4k_2160p\.mp4$/)
    expect(name.isWellFormed()).toBe(true)
    const title = name.slice(3, -'_27-46-39.999-166-40-00.123_4k_2160p.mp4'.length)
    expect(
      title === 'video' || title === letter.normalize('NFC').repeat(title.length / letter.normalize('NFC').length),
    ).toBe(true)
  })

  it('has no trailing hyphen in a truncated title', () => {
    expect(nameOfTitle(`${'word '.repeat(60)}`)).not.toMatch(/-$/)
  })
})

it('a clip in a list is named after its number and its video', () => {
  expect(listEntryName({ number: 3, title: '../A talk: 50/50', ending: 'webm' })).toBe('03_A-talk-50-50.webm')
  expect(listEntryName({ number: 120, title: 'a'.repeat(300), ending: 'mp4' })).toMatch(/^120_a{92}\.mp4$/)
})

it('the zip is named after the day of its request, in UTC', () => {
  expect(batchFileName(new Date('2026-11-20T23:59:59+00:00'))).toBe('kerf_batch_2026-11-20.zip')
})
