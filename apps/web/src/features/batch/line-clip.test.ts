import { describe, expect, it } from 'vitest'
import { exampleOption } from '../../data/downloads/testing/example-download.ts'
import { lineOption, lineRange } from './line-clip.ts'

it('a line without times means the whole video; a late end is shortened, a late start is an error', () => {
  expect(lineRange({}, 60)).toEqual({ range: { startTime: 0, endTime: 60 }, shortened: false })
  expect(lineRange({ startTime: 50, endTime: 90 }, 60)).toEqual({
    range: { startTime: 50, endTime: 60 },
    shortened: true,
  })
  expect(lineRange({ startTime: 50, endTime: 60 }, 60)).toMatchObject({ shortened: false })
  expect(lineRange({ startTime: 60 }, 60)).toEqual({ fault: 'startsLate' })
  expect(lineRange({ startTime: 59.5, endTime: 70 }, 60)).toEqual({ fault: 'tooShort' })
})

describe('the quality of a line', () => {
  const options = [
    exampleOption({ quality: '1080p', access: 'unavailable' }),
    exampleOption({ quality: '720p' }),
    exampleOption({ quality: 'audio', format: 'mp3' }),
  ]

  it('is the requested one or the next smaller one, but never audio instead of video', () => {
    expect(lineOption({ options }, '720p')?.quality).toBe('720p')
    expect(lineOption({ options }, '1080p')?.quality).toBe('720p')
    expect(lineOption({ options }, 'audio')?.quality).toBe('audio')
    expect(lineOption({ options }, '480p')).toBeNull()
  })
})
