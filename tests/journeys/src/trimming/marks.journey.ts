import { createServer } from 'node:http'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, expect } from 'vitest'
import { it } from '../harness/at-length.ts'
import { PHONE } from '../harness/browser.ts'
import { expectExactJoin } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { FRAME_RATE, linkTo, VIDEO_SECONDS } from '../harness/youtube.ts'

const segment = (category: string, startTime: number, endTime: number, videoDuration: number) => ({
  category,
  actionType: 'skip',
  segment: [startTime, endTime],
  videoDuration,
  votes: 1,
})
const SEGMENTS = [
  segment('sponsor', 5.25, 8.417, VIDEO_SECONDS),
  segment('interaction', 8.4, 9.1, VIDEO_SECONDS),
  segment('sponsor', 12, 14.1, 0),
  // Another version of the video.
  segment('sponsor', 1, 3, VIDEO_SECONDS + 30),
]

/** Paths of all requests to the stand-in of SponsorBlock. */
const requestedUrls: string[] = []
const sponsorblock = createServer((request, response) => {
  requestedUrls.push(request.url ?? '')
  response.end(JSON.stringify([{ videoID: videoIds.ordinary, segments: SEGMENTS }]))
})
const { port } = await listenOnLoopback(sponsorblock)
afterAll(() => {
  sponsorblock.closeAllConnections()
  sponsorblock.close()
})

const testbed = openTestbed({
  youtube: true,
  environment: { PLANS: 'off', SPONSORBLOCK_URL: `http://127.0.0.1:${port}` },
})

it("a clip leaves out a video's sponsors, frame for frame, and SponsorBlock's server learns no id", async () => {
  const visit = await testbed.visit()
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  await visit.openFold('Leave parts out')
  await visit.seeText('Sponsor (2) · Most replayed (1) · Request to subscribe (1)')
  await visit.button('Leave these 3 out').click()
  await visit.seeText('2 parts left out. 3 ranges, 0:14.05 in total.')
  await visit.expectNoFaultsInBothThemes()
  await visit.page.setViewportSize(PHONE)
  await visit.expectToFit()
  await visit.optionButton('360p', 'Join 3 ranges').click()
  const { bytes } = await visit.save('360p')
  const ranges = [
    { startTime: 0, endTime: 5.25 },
    { startTime: 9.1, endTime: 12 },
    { startTime: 14.1, endTime: VIDEO_SECONDS },
  ]
  await expectExactJoin(bytes, ranges, FRAME_RATE)
  expect(requestedUrls).toHaveLength(1)
  expect(requestedUrls[0]).toMatch(/^\/api\/skipSegments\/[\da-f]{4}\?/)
  expect(requestedUrls[0]).not.toContain(videoIds.ordinary)
})
