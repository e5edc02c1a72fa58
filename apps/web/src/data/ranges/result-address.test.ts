import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { describe, expect, it } from 'vitest'
import { readRange, readRangeList, resultAddress, sharedAddress } from './result-address.ts'
import { readAddress } from './trim-address.ts'

const LINK = 'https://www.youtube.com/watch?v=n0rthC0astR&t=5'
const RANGE = { startTime: 12.3456, endTime: 80 }

describe('the address of a result', () => {
  it('keeps everything that it was made of', () => {
    const address = resultAddress({ id: 'a/b c', url: LINK }, RANGE)
    expect(readAddress(address.slice(1))).toEqual({
      videoId: 'a/b c',
      link: LINK,
      part: { start: '12.346', end: '80' },
    })
  })

  it('lists several ranges, joined or separate', () => {
    const ranges = [RANGE, { startTime: 1, endTime: 2.5 }]
    const partOf = (isSeparate: boolean) =>
      readAddress(
        resultAddress({ id: 'a', url: LINK }, RANGE, { ranges, editing: null, separate: isSeparate }).slice(1),
      ).part
    expect(partOf(false)).toMatchObject({ ranges: '12.346-80,1-2.5', start: '12.346', end: '80' })
    expect(partOf(true).clips).toBe('12.346-80,1-2.5')
    expect(partOf(true).ranges).toBeUndefined()
  })

  it('includes audio track, captions and quote', () => {
    const options = { track: 'de', captions: 'en-auto', subtitles: 'burned-box', words: 'Wind & sea?' }
    const address = resultAddress({ id: 'a', url: LINK }, RANGE, undefined, options)
    expect(readAddress(address.slice(1)).part).toEqual({ start: '12.346', end: '80', ...options })
    expect(sharedAddress(SAMPLE_LINK, RANGE, undefined, { track: 'de' })).toBe(
      '/?url=sample&start=12.346&end=80&track=de',
    )
  })

  it('shares the link and range without an id, and the sample by a short word', () => {
    const { videoId, link } = readAddress(sharedAddress(LINK, RANGE).slice(1))
    expect([videoId, link]).toEqual([null, LINK])
    expect(sharedAddress(SAMPLE_LINK, RANGE)).toBe('/?url=sample&start=12.346&end=80')
    expect(readAddress('?url=sample').link).toBe(SAMPLE_LINK)
    expect(readAddress(`?url=${SAMPLE_LINK}`).link).toBe(SAMPLE_LINK)
  })

  it('requests nothing if it is empty', () => {
    expect(readAddress('')).toEqual({ videoId: null, link: null, part: { start: null, end: null } })
    expect(readAddress('?url=+&url=https%3A%2F%2Fyoutu.be%2Fx').link).toBe('https://youtu.be/x')
    // Apps share a title, and a text with the link. The processing finds the link in them.
    expect(readAddress('?url=A+title&url=Look+at+https%3A%2F%2Fyoutu.be%2Fx').link).toBe(
      'A title\nLook at https://youtu.be/x',
    )
    expect(readAddress('?url=no+link+at+all').link).toBe('no link at all')
    expect(readAddress('?v=&url=%20')).toMatchObject({ videoId: null, link: null })
  })
})

const VIDEO_MINUTES = 5
const VIDEO_SECONDS = 60 * VIDEO_MINUTES
const readTimes = (start: string | null, end: string | null) => {
  const range = readRange({ start, end }, VIDEO_SECONDS)
  return range && [range.startTime, range.endTime]
}

describe('the range in an address', () => {
  it('may be in seconds, minutes and hours, without either end', () => {
    expect(readTimes('12.5', '80')).toEqual([12.5, 80])
    expect(readTimes('1:02', '4:03.250')).toEqual([62, 243.25])
    expect(readTimes('0:01:02', '0:04:03,5')).toEqual([62, 243.5])
    expect(readTimes('10', null)).toEqual([10, VIDEO_SECONDS])
    expect(readTimes(null, '10')).toEqual([0, 10])
    expect(readTimes(null, null)).toBeNull()
    expect(readRange({ start: '0.2', end: '0.4' }, 0.5)).toEqual({ startTime: 0, endTime: 0.5 })
  })

  it('is limited to the video, and ignored if it is invalid', () => {
    expect(readTimes('10', '99999')).toEqual([10, VIDEO_SECONDS])
    expect(readTimes('400', '500')).toEqual([VIDEO_SECONDS - 1, VIDEO_SECONDS])
    expect(readTimes('10', '10.2')).toEqual([10, 11])
    expect(readTimes('299.8', '300')).toEqual([VIDEO_SECONDS - 1, VIDEO_SECONDS])
    expect(readTimes('soon', 'later')).toBeNull()
    expect(readTimes('-5', 'NaN')).toBeNull()
    expect(readTimes('never', '20')).toEqual([0, 20])
    expect(readTimes('1:75', '20')).toEqual([0, 20])
    expect(readTimes('50', '20')).toEqual([50, VIDEO_SECONDS])
  })
})

describe('the list of ranges in an address', () => {
  const readList = (parts: { ranges?: string; clips?: string }) => {
    const { ranges, separate } = readRangeList({ start: null, end: null, ...parts }, VIDEO_SECONDS)
    return [separate, ...ranges.map(({ startTime, endTime }) => `${startTime}-${endTime}`)]
  }

  it('keeps its order, and whether the ranges are joined', () => {
    expect(readList({ ranges: '30-42.5,10-20,10-20' })).toEqual([false, '30-42.5', '10-20', '10-20'])
    expect(readList({ clips: '1:00-1:10,2-4' })).toEqual([true, '60-70', '2-4'])
    expect(readList({})).toEqual([false])
  })

  it('skips invalid ranges, and is never longer than a clip allows', () => {
    expect(readList({ ranges: '10-9999,soon,-,20-30' })).toEqual([false, '10-300', '20-30'])
    expect(readList({ ranges: Array(30).fill('1-3').join(',') })).toHaveLength(1 + 20)
  })
})
