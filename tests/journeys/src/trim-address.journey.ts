import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect } from 'vitest'
import { it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { openStage } from './harness/stage.ts'
import { dragByMouse, measureTimeline } from './harness/timeline.ts'
import { asksToProcess, type Visit } from './harness/visit.ts'
import { linkTo } from './harness/youtube.ts'

const stage = openStage({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const YOUTUBE = 'Stand-in test video'
const WHOLE = 60

const queryOf = (visit: Visit): URLSearchParams => new URL(visit.page.url()).searchParams

async function expectRange(visit: Visit, startSeconds: number, endSeconds: number): Promise<void> {
  await expect.poll(() => visit.range(), PATIENTLY).toEqual([startSeconds, endSeconds])
}

async function expectAddress(visit: Visit, startSeconds: number, endSeconds: number): Promise<void> {
  const inAddress = () => ['start', 'end'].map((name) => queryOf(visit).get(name))
  await expect.poll(inAddress, PATIENTLY).toEqual([String(startSeconds), String(endSeconds)])
}

describe('an address with a link and two times', () => {
  it('is a prepared trim: it is processed by itself, and opens at that part, closer', async () => {
    const visit = await stage.visit({ screen: PHONE })
    const held = await visit.hold(asksToProcess)
    await visit.page.goto(`${stage.kerf.url}/?url=sample&start=0:10.5&end=0:00:20,25`)
    await visit.processingDialog.waitFor()
    held.release()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 10.5, 20.25)
    await expect.poll(() => visit.button('Range').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
    expect(held.count()).toBe(1)

    // The result has taken the place of what asked for it: going back does not ask again.
    expect(queryOf(visit).get('v')).not.toBeNull()
    await visit.page.goBack()
    await visit.linkField.waitFor()
    expect(new URL(visit.page.url()).search).toBe('')
    expect(held.count()).toBe(1)
  })

  itAtLength('is understood as far as it makes sense', async () => {
    const visit = await stage.visit()
    for (const { asked, range } of [
      { asked: 'start=50&end=9999', range: [50, WHOLE] },
      { asked: 'start=soon&end=1:75', range: [0, WHOLE] },
      { asked: 'start=75&end=80', range: [59, WHOLE] },
      { asked: 'start=30&end=12', range: [30, WHOLE] },
    ] as const) {
      await visit.page.goto(`${stage.kerf.url}/?url=kerf:sample&${asked}`)
      await visit.seeVideo(SAMPLE)
      await expectRange(visit, range[0], range[1])
      await expectAddress(visit, range[0], range[1])
    }
  })

  it('that leads to no video says so, and keeps the link in the field', async () => {
    const visit = await stage.visit({ path: '/?url=https://example.org/page&start=3' })
    await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe('https://example.org/page')

    const link = linkTo(videoIds.private)
    await visit.page.goto(`${stage.kerf.url}/?url=${encodeURIComponent(link)}&start=3`)
    await visit.seeToast('Error')
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe(link)
  })
})

describe('the address of a result', () => {
  itAtLength('opens the same part for somebody else, who has never processed the video', async () => {
    const sender = await stage.visit()
    await sender.submitLink(linkTo(videoIds.ordinary))
    await sender.arriveAtVideo(YOUTUBE)
    await sender.typeRange('0:04.567', '0:09.123')
    await expectAddress(sender, 4.567, 9.123)
    const address = sender.page.url()

    const receiver = await stage.visit()
    receiver.expectComplaint(/status of 404 .*\/api\/video\//)
    await receiver.page.goto(address)
    await receiver.seeVideo(YOUTUBE)
    await expectRange(receiver, 4.567, 9.123)
    await expectAddress(receiver, 4.567, 9.123)
    expect(queryOf(receiver).get('v')).not.toBe(queryOf(sender).get('v'))
    await expect.poll(() => receiver.linkField.inputValue(), PATIENTLY).toBe(linkTo(videoIds.ordinary))

    // From now on it is theirs: it is only read again, not processed.
    const again = await receiver.hold(asksToProcess)
    await receiver.page.reload()
    await receiver.seeVideo(YOUTUBE)
    await expectRange(receiver, 4.567, 9.123)
    expect(again.count()).toBe(0)
  })

  it('whose link is refused for somebody else leaves them with the link, not with nothing', async () => {
    const link = linkTo(videoIds.removed)
    const visit = await stage.visit()
    visit.expectComplaint(/status of 404 .*\/api\/video\//)
    await visit.page.goto(`${stage.kerf.url}/?v=0123456789&url=${encodeURIComponent(link)}&start=1&end=9`)
    await visit.page.getByRole('heading', { level: 1, name: 'This video is no longer here' }).waitFor()
    await expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe(link)
  })

  it('goes back and forward with the visitor, from one result to another, each with its range', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.typeRange('0:10', '0:20')
    await expectAddress(visit, 10, 20)
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

  it('brings back the range of the same video as well', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.typeRange('0:10', '0:20')
    await expectAddress(visit, 10, 20)
    // As a link within the page would: the same video at another part.
    await visit.page.evaluate(() => {
      const here = new URL(location.href)
      here.searchParams.set('start', '30')
      here.searchParams.set('end', '40')
      history.pushState(null, '', here)
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expectRange(visit, 30, 40)
    await visit.page.goBack()
    await expectRange(visit, 10, 20)
    await expectAddress(visit, 10, 20)
  })

  it('keeps up with a drag without being written at every move', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.page.evaluate(() => {
      const counted = globalThis as unknown as { writes: number }
      counted.writes = 0
      addEventListener('replaceState', () => {
        counted.writes += 1
      })
    })
    const timeline = await measureTimeline(visit)
    for (const seconds of [10, -10, 10, -10, 10])
      await dragByMouse(visit, seconds > 0 ? timeline.start : timeline.placeOf(10), {
        x: seconds * timeline.pixelsPerSecond,
        y: 0,
      })
    const [start, end] = await visit.range()
    await expectAddress(visit, start, end)
    const writes = await visit.page.evaluate(() => (globalThis as unknown as { writes: number }).writes)
    expect(writes).toBeLessThan(25)
  })
})

describe('the link to a trim', () => {
  it('is copied, and opens the same part for anybody', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.typeRange('0:12.345', '0:21')
    await visit.button('Copy link to this trim').click()
    await visit.seeToast('Link Copied', 'Anyone with the link sees this video with your start and end.')
    const link = await visit.page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(`${stage.kerf.url}/?url=sample&start=12.345&end=21`)

    const friend = await stage.visit({ path: link, screen: PHONE })
    await friend.seeVideo(SAMPLE)
    await expectRange(friend, 12.345, 21)
  })

  it('says where else it is when the browser keeps the clipboard closed', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await visit.page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await visit.button('Copy link to this trim').click()
    await visit.seeToast('Link Not Copied', /You can copy the link from the address bar\.$/)
  })
})

describe('the timeline on the home page', () => {
  it('hands its range on to the sample, once somebody has moved a handle', async () => {
    const visit = await stage.visit()
    await visit.slider('Start').focus()
    await visit.page.keyboard.press('Shift+ArrowLeft')
    await visit.button('Try the sample').click()
    await visit.seeVideo(SAMPLE)
    await expectRange(visit, 16.4, 38.233)
  })
})
