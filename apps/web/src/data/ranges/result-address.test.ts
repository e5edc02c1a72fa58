import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { describe, expect, it } from 'vitest'
import { readAddress } from './asked-address.ts'
import { resultAddress, sharedAddress } from './result-address.ts'

const LINK = 'https://www.youtube.com/watch?v=n0rthC0astR&t=5'
const RANGE = { startTime: 12.3456, endTime: 80 }

describe('the address of a result', () => {
  it('says everything again that was put into it', () => {
    const address = resultAddress({ id: 'a/b c', url: LINK }, RANGE)
    expect(readAddress(address.slice(1))).toEqual({
      videoId: 'a/b c',
      link: LINK,
      asked: { start: '12.346', end: '80' },
    })
  })

  it('lists several ranges, joined or each by itself', () => {
    const ranges = [RANGE, { startTime: 1, endTime: 2.5 }]
    const asked = (separate: boolean) =>
      readAddress(resultAddress({ id: 'a', url: LINK }, RANGE, { ranges, held: null, separate }).slice(1)).asked
    expect(asked(false)).toMatchObject({ ranges: '12.346-80,1-2.5', start: '12.346', end: '80' })
    expect(asked(true).clips).toBe('12.346-80,1-2.5')
    expect(asked(true).ranges).toBeUndefined()
  })

  it('hands on the link and its part, but no id', () => {
    const { videoId, link } = readAddress(sharedAddress(LINK, RANGE).slice(1))
    expect([videoId, link]).toEqual([null, LINK])
  })

  it('knows the sample by a short word', () => {
    expect(sharedAddress(SAMPLE_LINK, RANGE)).toBe('/?url=sample&start=12.346&end=80')
    expect(readAddress('?url=sample').link).toBe(SAMPLE_LINK)
    expect(readAddress(`?url=${SAMPLE_LINK}`).link).toBe(SAMPLE_LINK)
  })

  it('asks for nothing when it is bare', () => {
    expect(readAddress('')).toEqual({ videoId: null, link: null, asked: { start: null, end: null } })
    expect(readAddress('?url=+&url=https%3A%2F%2Fyoutu.be%2Fx').link).toBe('https://youtu.be/x')
    expect(readAddress('?url=Look+at+https%3A%2F%2Fyoutu.be%2Fx%0Aright+now').link).toBe('https://youtu.be/x')
    expect(readAddress('?url=no+link+at+all').link).toBe('no link at all')
    expect(readAddress('?v=&url=%20')).toMatchObject({ videoId: null, link: null })
  })
})
