import { expect, it } from 'vitest'
import { preparedAddress, readAddress } from './trim-address.ts'

it('the address of a reopened page has the link and range unchanged', () => {
  const link = 'https://files.example/a%2Fb%20c.mp4?x=1&y=2#t=3'
  expect(readAddress(preparedAddress(link, { start: '1:02,5', end: null }).slice(1))).toEqual({
    videoId: null,
    link,
    part: { start: '1:02,5', end: null },
  })
  expect(preparedAddress('kerf:sample', undefined)).toBe('/?url=kerf%3Asample')
})
