import { expect, it } from 'vitest'
import { youtubeEmbedAddress } from './YoutubePreview.tsx'

it("the platform's player is limited to the range in whole seconds, and offered for nothing but a video of the platform", () => {
  const address = youtubeEmbedAddress('https://youtu.be/n0rthC0astR', { startTime: 10.7, endTime: 21.2 })
  expect(address).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/n0rthC0astR\?start=10&end=22&/)
  expect(youtubeEmbedAddress('https://example.org/x.mp4', { startTime: 0, endTime: 5 })).toBeNull()
})
