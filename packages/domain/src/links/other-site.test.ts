import { expect, it } from 'vitest'
import { otherSiteOf } from './other-site.ts'

it.each([
  ['https://vimeo.com/76979871', 'Vimeo'],
  ['vimeo.com/76979871', 'Vimeo'],
  ['https://player.vimeo.com/video/76979871?h=1', 'Vimeo'],
  ['A talk (https://VIMEO.com/76979871).', 'Vimeo'],
  ['https://www.twitch.tv/videos/1', 'Twitch'],
  ['https://www.dailymotion.com/video/x1', 'Dailymotion'],
  ['https://vm.tiktok.com/ZM1/', 'TikTok'],
])('%s is a link to %s', (text, site) => {
  expect(otherSiteOf(text)).toBe(site)
})

it.each([
  '',
  'vimeo',
  'https://notvimeo.com/1',
  'https://vimeo.com.evil.example/1',
  'https://media.example/vimeo.com/1',
  'https://example.org/page',
])('%j is a link to no known site', (text) => {
  expect(otherSiteOf(text)).toBeNull()
})
