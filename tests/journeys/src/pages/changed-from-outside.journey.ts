import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it } from 'vitest'
import { expectExactClip } from '../harness/exact-clip.ts'
import { cutSelection } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { textsHeldByReact, translatePages } from '../harness/translate-page.ts'
import { isDownloadRequest, isProcessRequest, isStatusRequest, type Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

const LINK = linkTo(videoIds.ordinary)

it.each([
  { how: 'replacing', start: 8.2 },
  { how: 'wrapping', start: 8.3 },
] as const)(
  'a visitor uses the whole page while a translator is $how texts, and none is stale',
  async ({ how, start }) => {
    const visit = await visitTranslated(how)
    await visit.page.getByRole('link', { name: 'a balloon at noon,' }).locator('font').first().waitFor()
    await processLink(visit)
    await visit.typeRange(`0:0${start}`, '0:09.7')
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated', `0:0${start}00 to 0:09.700`)
    await visit.button('Preview Selection').click()
    await visit.button('Close Preview').click()
    await visit.button('Preview Selection').waitFor()
    const clip = await cutAndSave(visit)
    await expectExactClip(clip.bytes, { startTime: start, endTime: 9.7 }, FRAME_RATE)
    await readAndDelete(visit)
    expect(await visit.page.locator('font').count()).toBeGreaterThan(50)
    expect(await visit.page.locator('[translate=no] font').count()).toBe(0)
    expect(await textsHeldByReact(visit.page)).toEqual([])
  },
)

it('a page whose nodes are changed before hydration and during use still cuts', async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  // React reports once that it had to render the page again.
  visit.expectComplaint(/Minified React error #418/)
  await visit.page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const title = document.querySelector('h1')
      if (document.readyState === 'interactive' && title) title.innerHTML = '<font><font>Translated</font></font>'
    })
  })
  await visit.page.goto(testbed.kerf.url)
  await visit.linkField.waitFor()
  expect(await visit.page.getByText('Translated').count()).toBe(0)
  await visit.page.evaluate(wrapEverything)
  await visit.openSample()
  await visit.page.evaluate(wrapEverything)
  await visit.typeRange('0:08', '0:09.6')
  await visit.button('Preview Selection').click()
  await visit.button('Close Preview').waitFor()
  await cutSelection(visit)
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.page.getByRole('group', { name: 'Your clip' }).waitFor()
})

/** Wraps each part of the page in an element of its own, adds one behind it, and removes the ads. */
function wrapEverything(): void {
  for (const ad of document.querySelectorAll('aside')) ad.remove()
  for (const part of document.querySelectorAll('main > *, main > * > *, #root > *, .option-row button > *')) {
    const wrapper = document.createElement('div')
    part.replaceWith(wrapper)
    wrapper.append(part)
    wrapper.after(document.createElement('extension-mark'))
  }
}

async function visitTranslated(method: 'replacing' | 'wrapping', path = '/'): Promise<Visit> {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  // The translator may change a lazily loaded part before React hydrates it. React then reports that it had to render
  // that part again.
  visit.tolerateComplaint(/Minified React error #418/)
  await translatePages(visit.page, method)
  await visit.page.goto(new URL(path, testbed.kerf.url).href)
  await visit.page.locator('h1 font').first().waitFor()
  return visit
}

async function processLink(visit: Visit): Promise<void> {
  const processing = await visit.holdRequests(isProcessRequest)
  await visit.submitLink('not a link')
  await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
  await visit.submitLink(LINK)
  const dialog = visit.processingDialog
  // The progress bar goes no further while the request is held.
  await dialog.getByText('8%', { exact: true }).waitFor()
  processing.release()
  await visit.arriveAtVideo('Stand-in test video')
  await dialog.waitFor({ state: 'detached' })
}

/** Cuts and saves the clip, and checks that each text of the button replaces the one before it. */
async function cutAndSave(visit: Visit) {
  const request = await visit.holdRequests(isDownloadRequest)
  const status = await visit.holdRequests(isStatusRequest)
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', 'Downloading...').waitFor()
  request.release()
  await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
  expect(await visit.option('360p').innerText()).not.toContain('Downloading...')
  status.release()
  await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
  return visit.save('360p')
}

async function readAndDelete(visit: Visit): Promise<void> {
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.page.getByRole('group', { name: 'Your clip' }).waitFor()
  const row = visit.option('360p')
  await row.getByRole('timer').first().waitFor()
  await visit.optionButton('360p', 'Delete now').click()
  await visit.optionButton('360p', 'Really delete?').click()
  await visit.seeToast('Clip Deleted')
  await visit.optionButton('360p', 'Cut again').waitFor()
  expect(await row.innerText()).not.toMatch(/Really delete|deleted in|How exact/)
}
