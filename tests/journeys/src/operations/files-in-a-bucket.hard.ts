import { type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addressOf, goTo } from '../harness/admin-panel.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { Testbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const ADMIN = { email: 'boss@example.org', password: 'the boss of the video' }
const RANGE = { startTime: 4.567, endTime: 9.89 }

// The server stores clips in a bucket and redirects browsers there, with signed addresses that are valid for minutes.
const testbed = new Testbed()
let s3: S3StandIn
beforeAll(async () => {
  s3 = await startS3()
  const { endpoint, region, bucketName, accessKeyId, secretAccessKey } = s3
  await testbed.open({
    youtube: true,
    environment: {
      STORAGE_URL: `s3://${bucketName}/kerf?${new URLSearchParams({ endpoint, region, forcePathStyle: 'true' })}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      FILE_DELIVERY: 'signed',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })
})
afterEach(({ task }) => {
  s3.clearFaults()
  return testbed.endVisits(task.result?.state === 'fail')
})
afterAll(async () => {
  await testbed.close()
  await s3.close()
})

/** Whether a call to the bucket is a browser's: its address is signed, unlike that of the server's calls. */
const isBrowserFetch = (call: string) =>
  call.startsWith('GET') && call.includes('.mp4?') && call.includes('X-Amz-Signature')

it('a visitor saves the exact part from the bucket, and an admin plays it there, by a new address when the old one expires', async () => {
  const visit = await testbed.visit()
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  await visit.typeRange('0:04.567', '0:09.890')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated')
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!')
  const clip = await visit.save('360p')
  expect(clip.name).toBe('kerf_360p.mp4')
  await expectExactClip(clip.bytes, RANGE, FRAME_RATE)
  expect(s3.calls.filter(isBrowserFetch)).toHaveLength(1)

  // The page does not store addresses of the bucket: it requests a new one for each save.
  const countFileRequests = () => visit.requestedUrls.filter((url) => /\/api\/download\/[^/]+\/file$/.test(url)).length
  const requestsBefore = countFileRequests()
  expect((await visit.save('360p')).bytes).toEqual(clip.bytes)
  expect(countFileRequests()).toBeGreaterThan(requestsBefore)
  expect(s3.calls.filter(isBrowserFetch)).toHaveLength(2)

  await playAsAdmin(await testbed.visit({ path: '/signin' }))
})

/** Plays a clip as an admin. The bucket breaks off half way, and the player's address expires before it continues. */
async function playAsAdmin(visit: Visit): Promise<void> {
  await visit.fill({ Email: ADMIN.email, Password: ADMIN.password })
  await visit.button('Sign In').click()
  await visit.seeToast('Signed in successfully!')
  await expect.poll(() => visit.path, PATIENTLY).toBe('/')
  await goTo(visit, addressOf('jobs'))
  await visit.button('View: 360p, MP4 for Anonymous').click()
  await visit.page.clock.install()
  const callsBefore = s3.calls.length
  const playerCalls = () => s3.calls.slice(callsBefore).filter(isBrowserFetch)
  s3.misbehave('cut_half_way', isBrowserFetch, 1)
  s3.misbehave('expired', (call) => call === playerCalls()[0])
  visit.expectComplaint(/ERR_CONTENT_LENGTH_MISMATCH.*X-Amz-Signature/)
  await visit.button('Play it here').click()
  // The browser retries the old address for more than a second. Within one second, a new address would be identical.
  await expect.poll(() => playerCalls().length, PATIENTLY).toBeGreaterThan(6)
  expect(new Set(playerCalls()).size).toBe(1)

  await visit.page.clock.fastForward('05:00')
  const player = visit.page.getByLabel('The clip: 360p, MP4')
  await player.evaluate((element: Element) => {
    ;(element as HTMLVideoElement).currentTime = 4.5
  })
  const readPlayerState = () =>
    player.evaluate((element: Element) => {
      const { ended, error, currentTime } = element as HTMLVideoElement
      return { ended, error: error?.message ?? null, currentTime: Math.round(currentTime) }
    })
  await expect.poll(readPlayerState, PATIENTLY).toEqual({ ended: true, error: null, currentTime: 5 })
  expect(new Set(playerCalls()).size).toBe(2)
}
