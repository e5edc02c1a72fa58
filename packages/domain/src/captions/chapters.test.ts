import { describe, expect, it } from 'vitest'
import { chaptersInDescription, tidyChapters } from './chapters.ts'

const chaptersOf = (text: string, seconds = 600) =>
  chaptersInDescription(text, seconds).map(({ title, startTime, endTime }) => `${title} ${startTime}-${endTime}`)

describe('the chapters in a description', () => {
  it('are a list of times and titles, in any common format', () => {
    const text = 'About us\n0:00 Intro\n1:05 - The plan\n(02:30) Numbers: 3:1\n• 0:05:00 – End\n\nhttps://example.org'
    expect(chaptersOf(text)).toEqual(['Intro 0-65', 'The plan 65-150', 'Numbers: 3:1 150-300', 'End 300-600'])
    expect(chaptersOf('Intro 0:00\nThe plan - 1:05\nEnd (1:02:30)', 4000)).toEqual([
      'Intro 0-65',
      'The plan 65-3750',
      'End 3750-4000',
    ])
    expect(chaptersOf('00:00\tمقدمة\n01:00\t中間\n02:00\tEnde')).toEqual(['مقدمة 0-60', '中間 60-120', 'Ende 120-600'])
  })

  it('are absent for a short, late, unordered, too dense or overlong list', () => {
    for (const text of [
      '',
      '0:00 a\n1:00 b',
      '0:10 a\n1:00 b\n2:00 c',
      '0:00 a\n2:00 b\n1:00 c',
      '0:00 a\n0:09 b\n2:00 c',
      '0:00 a\n1:00 b\n9:55 c',
      '0:00 a\n1:00 b\n20:00 c',
      '0:00\n1:00\n2:00',
    ])
      expect(chaptersOf(text)).toEqual([])
  })

  it('are parsed in linear time', () => {
    for (const part of ['0:00 a\n', '(', ' ', '0:', '0:00', '- ', '\n']) chaptersOf(part.repeat(100_000))
  })
})

describe('chapters', () => {
  it('are in order, within the video, without overlaps, and with plain titles', () => {
    const chapters = [
      { title: 'b\u202e\n', startTime: 10, endTime: 50 },
      { title: 'a', startTime: 0, endTime: 20 },
      { title: '', startTime: 30, endTime: 20 },
      { title: 'again', startTime: 30 },
      { title: 'late', startTime: 60 },
      { title: 'early', startTime: -1 },
      { title: 'never', startTime: Number.NaN },
    ]
    expect(tidyChapters(chapters, 60)).toEqual([
      { title: 'a', startTime: 0, endTime: 10 },
      { title: 'b', startTime: 10, endTime: 30 },
      { title: '3', startTime: 30, endTime: 60 },
    ])
    expect(
      tidyChapters(
        Array.from({ length: 5000 }, (_, startTime) => ({ title: 'x', startTime })),
        9000,
      ),
    ).toHaveLength(1000)
  })
})
