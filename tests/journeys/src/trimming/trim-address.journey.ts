import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect } from 'vitest'
import { signUpAs } from '../harness/account-holder.ts'
import { isAtLength, it } from '../harness/at-length.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { visitSample } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { isProcessRequest, type Visit } from '../harness/visit.ts'
import { linkTo } from '../harness/youtube.ts'

const stage = openStage({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const YOUTUBE = 'Stand-in test video'

const queryOf = (visit: Visit): URLSearchParams => new URL(visit.page.url()).searchParams

async function expectRange(visit: Visit, startSeconds: number, endSeconds: number): Promise<void> {
  await expect.poll(() => visit.readRange(), PATIENTLY).toEqual([startSeconds, endSeconds])
}

async function expectAddress(visit: Visit, startSeconds: number, endSeconds: number): Promise<void> {
  const readAddress = () => ['start', 'end'].map((name) => queryOf(visit).get(name))
  await expect.poll(readAddress, PATIENTLY).toEqual([String(startSeconds), String(endSeconds)])
}

describe('an address with a link and two times', () => {
  it('is processed by itself, and opens zoomed to that part', async () => {
    const visit = await stage.visit({ screen: PHONE })
    const processing = await visit.holdRequests(isProcessRequest)
    await visit.page.goto(`${stage.kerf.url}/?url=sample&start=0:10.5&end=0:00:20,25`)
    await visit.processingDialog.waitFor()
    processing.release()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 10.5, 20.25)
    await visit.openFold('Snap and zoom')
    await expect.poll(() => visit.button('Range').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
    expect(processing.count()).toBe(1)

    // The address of the result has replaced the one that requested it, so going back does not process again.
    expect(queryOf(visit).get('v')).not.toBeNull()
    await visit.page.goBack()
    await visit.linkField.waitFor()
    expect(new URL(visit.page.url()).search).toBe('')
    expect(processing.count()).toBe(1)
  })

  it('shows if there is no video, and keeps the link in the field', async () => {
    const visit = await stage.visit({ path: '/?url=https://example.org/page&start=3' })
    await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe('https://example.org/page')

    const link = linkTo(videoIds.private)
    await visit.page.goto(`${stage.kerf.url}/?url=${encodeURIComponent(link)}&start=3`)
    await visit.seeToast('Error', 'This video is private.')
    // The error stays below the field after the toast has disappeared.
    await visit.page.getByRole('main').getByText('This video is private.', { exact: true }).waitFor()
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe(link)
  })
})

describe('the address of a result', () => {
  it('opens the same part for another visitor, or keeps the link in their field', async () => {
    const link = linkTo(videoIds.removed)
    const visit = await stage.visit()
    visit.expectComplaint(/status of 404 .*\/api\/video\//)
    await visit.page.goto(`${stage.kerf.url}/?v=0123456789&url=${encodeURIComponent(link)}&start=1&end=9`)
    await visit.page.getByRole('heading', { level: 1, name: 'This video is no longer here' }).waitFor()
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe(link)

    await visit.page.goto(`${stage.kerf.url}/?v=0123456789&url=sample&start=4&end=9`)
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 4, 9)
    expect(queryOf(visit).get('v')).not.toBe('0123456789')
    // The video now belongs to this visitor: a reload only reads it and does not process it again.
    const processing = await visit.holdRequests(isProcessRequest)
    await visit.page.reload()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 4, 9)
    expect(processing.count()).toBe(0)
  })

  it('keeps its range when somebody has signed out in another tab, whose video it was', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await signUpAs(visit)
    await visit.page.goto(`${stage.kerf.url}/?url=sample&start=10&end=20`)
    await visit.arriveAtVideo(SAMPLE)
    await visit.button('Account menu of Anna Example').waitFor()
    const previousVideoId = queryOf(visit).get('v')
    const signOutAnswer = await visit.context.request.post(`${stage.kerf.url}/api/auth/signout`, {
      data: {},
      headers: { origin: stage.kerf.url },
    })
    expect(signOutAnswer.ok()).toBe(true)
    // The page asks who is signed in every ten seconds, so one request may come before the next line.
    visit.tolerateComplaint(/status of 401 .*\/api\/auth\/user$/)
    // When the tab is visible again, the page asks who is signed in.
    await visit.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await visit.page.getByRole('link', { name: 'Sign In', exact: true }).waitFor()
    visit.expectComplaint(/status of 404 .*\/api\/video\//)
    await visit.typeTime('End Time', '0:40')
    await expect.poll(() => queryOf(visit).get('v'), PATIENTLY).not.toBe(previousVideoId)
    await expectRange(visit, 10, 40)
  })

  it('follows back and forward from one result to another, each with its range', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.typeRange('0:10', '0:20')
    await expectAddress(visit, 10, 20)
    await visit.slider('Start').focus()
    // A link within the page opens the same video at another range like this.
    await visit.page.evaluate(() => {
      const address = new URL(location.href)
      address.searchParams.set('start', '30')
      address.searchParams.set('end', '40')
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expectRange(visit, 30, 40)
    await visit.page.goBack()
    await expectRange(visit, 10, 20)
    await expectAddress(visit, 10, 20)
    // The focus stays on the handle.
    await visit.seeFocus(visit.slider('Start'))

    await visit.submitLink(linkTo(videoIds.ordinary))
    await visit.arriveAtVideo(YOUTUBE)
    await expectRange(visit, 0, 20)
    await visit.typeRange('0:05.5', '0:09')
    await expectAddress(visit, 5.5, 9)
    await visit.page.goBack()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 10, 20)
    await expect.poll(() => visit.page.title(), PATIENTLY).toBe(`${SAMPLE} | Kerf`)
    await visit.page.goBack()
    await visit.button('Try the sample').waitFor()
    await visit.page.goForward()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 10, 20)
    await visit.page.goForward()
    await visit.seeVideo(YOUTUBE)
    await expectRange(visit, 5.5, 9)
  })
})

it('the link to a trim is copied, and is one that opens the same part for anybody', async () => {
  const visit = await visitSample(stage, '&start=12.345&end=21')
  await visit.openFold('More')
  await visit.button('Copy link to this trim').click()
  await visit.seeToast('Link Copied', 'Anyone with the link sees this video with your start and end.')
  const link = await visit.page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${stage.kerf.url}/?url=sample&start=12.345&end=21`)

  // The first journey opens such an address on a phone.
  if (!isAtLength) return
  const friend = await stage.visit({ path: link, screen: PHONE })
  await friend.seeVideo(SAMPLE)
  await expectRange(friend, 12.345, 21)
})
