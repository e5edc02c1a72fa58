import { describe, expect, it } from 'vitest'
import { titleFromAddress } from './describe-ended.ts'

describe("a media file's title", () => {
  it.each([
    ['video', 'https://kerf-tests.org/a/video.mp4'],
    ['My holiday film', 'https://kerf-tests.org/My_holiday%20film.mp4?x=1#t=5'],
    ['Grüße 日本', 'https://kerf-tests.org/Gr%C3%BC%C3%9Fe%20%E6%97%A5%E6%9C%AC.webm'],
    ['v1.2 final', 'https://kerf-tests.org/v1.2%20final.mov'],
    ['100%', 'https://kerf-tests.org/100%25.mp4'],
    ['%E0%A4%A', 'https://kerf-tests.org/%E0%A4%A.mp4'],
    ['../../etc/passwd', 'https://kerf-tests.org/..%2F..%2Fetc%2Fpasswd.mp4'],
    ['evil gpj', 'https://kerf-tests.org/evil%E2%80%AEgpj.mp4'],
    ['a b', 'https://kerf-tests.org/a%0D%0A%00b.mp4'],
    ['kerf-tests.org', 'https://kerf-tests.org/.mp4'],
    ['kerf-tests.org', 'https://kerf-tests.org/'],
  ])('is %j for %s', (title, address) => {
    expect(titleFromAddress(address)).toBe(title)
  })

  it('has a limited length', () => {
    expect(titleFromAddress(`https://kerf-tests.org/${'a'.repeat(1000)}.mp4`)).toHaveLength(200)
  })
})
