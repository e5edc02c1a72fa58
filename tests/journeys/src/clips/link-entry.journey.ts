import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { visitSample } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { isProcessRequest, type Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const LANDSCAPE = { width: 740, height: 360 }

/** Drops this data on the link field, or pastes it into the focused element or the page. */
function offer(page: Page, kind: 'drop' | 'paste', types: Record<string, string>): Promise<void> {
  return page.evaluate(
    ([action, contents]) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(contents)) data.setData(type, text)
      const target =
        action === 'drop' ? document.querySelector('form input') : (document.activeElement ?? document.body)
      const options = { bubbles: true, cancelable: true }
      target?.dispatchEvent(
        action === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    [kind, types] as const,
  )
}

const expectLink = (visit: Visit, link: string) => expect.poll(() => visit.linkField.inputValue(), PATIENTLY).toBe(link)

const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

async function cancelProcessing(visit: Visit): Promise<void> {
  await visit.processingDialog.getByRole('button', { name: 'Cancel' }).click()
  await visit.processingDialog.waitFor({ state: 'detached' })
}

describe('the link field', () => {
  it('takes a dropped link, in place of its old text, and starts', async () => {
    const visit = await stage.visit()
    const processing = await visit.holdRequests(isProcessRequest)
    await visit.linkField.fill('something else')
    await offer(visit.page, 'drop', { 'text/uri-list': `# from the address bar\r\n${LINK}`, 'text/plain': 'A video' })
    await expect.poll(() => processing.count(), PATIENTLY).toBe(1)
    await cancelProcessing(visit)
    await expectLink(visit, LINK)
    processing.release()
  })

  it('takes a link pasted anywhere on the page, except into another field, and starts', async () => {
    const visit = await stage.visit()
    const processing = await visit.holdRequests(isProcessRequest)
    await blur(visit.page)
    await visit.page.evaluate((link) => navigator.clipboard.writeText(` ${link}\n`), LINK)
    await visit.page.keyboard.press('Control+V')
    await expect.poll(() => processing.count(), PATIENTLY).toBe(1)
    await cancelProcessing(visit)
    await expectLink(visit, LINK)
    // A paste into the field by the keyboard starts as well.
    await visit.linkField.fill('')
    await visit.linkField.press('Control+V')
    await expect.poll(() => processing.count(), PATIENTLY).toBe(2)
    await cancelProcessing(visit)
    expect((await visit.linkField.inputValue()).trim()).toBe(LINK)
    // Text that is not a link starts nothing.
    await visit.page.evaluate(() => navigator.clipboard.writeText('half a link'))
    await visit.linkField.fill('')
    await visit.linkField.press('Control+V')
    await expectLink(visit, 'half a link')
    expect(await visit.processingDialog.count()).toBe(0)
    expect(processing.count()).toBe(2)
    processing.release()

    // A page with a video, which has other fields, takes a pasted link as well.
    await visit.openSample()
    const secondProcessing = await visit.holdRequests(isProcessRequest)
    await blur(visit.page)
    await offer(visit.page, 'paste', { 'text/plain': LINK })
    await cancelProcessing(visit)
    secondProcessing.release()
    await expectLink(visit, LINK)
    await visit.linkField.fill('cached')
    await visit.timeField('Start Time').focus()
    await offer(visit.page, 'paste', { 'text/plain': LINK })
    expect(await visit.linkField.inputValue()).toBe('cached')
  })

  it('finds the link in what people paste, drop and share along with it', async () => {
    const visit = await stage.visit()
    const sharedText = `A title - YouTube\n\u2068<${LINK}&t=90>\u2069`
    const processing = await visit.holdRequests(isProcessRequest)
    const waitForSentLink = () =>
      visit.page.waitForRequest(isProcessRequest).then((request) => request.postDataJSON().youtubeUrl)
    const fills = [
      () =>
        visit.page
          .evaluate((text) => navigator.clipboard.writeText(text), sharedText)
          .then(() => visit.page.keyboard.press('Control+V')),
      () => offer(visit.page, 'drop', { 'text/plain': sharedText }),
      () => visit.linkField.fill(`1. [A title](${LINK}&t=90)`),
    ]
    for (const fill of fills) {
      await visit.linkField.fill('')
      await fill()
      const link = waitForSentLink()
      await visit.linkField.press('Enter')
      expect(await link).toBe(`${LINK}&t=90`)
      await cancelProcessing(visit)
    }
    const link = waitForSentLink()
    await visit.page.goto(new URL(`/?url=A+title&url=${encodeURIComponent(sharedText)}`, visit.page.url()).href)
    expect(await link).toBe(`${LINK}&t=90`)
    processing.release()
  })

  it('keeps its text through a refusal, a cancel, another page and a reload', async () => {
    const visit = await stage.visit()
    const typedLink = `${LINK}&t=90`
    await visit.page.clock.install()
    await visit.linkField.fill(typedLink)
    const processing = await visit.holdRequests(isProcessRequest)
    await visit.linkField.press('Enter')
    // The button behind the dialog is visible, but cannot be pressed.
    await visit.page.getByText('Processing...', { exact: true }).waitFor()
    expect(await visit.button('Process').count()).toBe(0)
    // The time that a source needs is not known beforehand, so the dialog says nothing of it at first.
    await visit.processingDialog.getByText('Sending the link').waitFor()
    expect(await visit.processingDialog.getByText(/left|usual/).count()).toBe(0)
    await visit.page.clock.runFor(20_000)
    await visit.processingDialog.getByText('taking longer than usual', { exact: true }).waitFor()
    await visit.processingDialog.getByRole('button', { name: 'Cancel' }).click()
    await visit.processingDialog.waitFor({ state: 'detached' })
    await expectLink(visit, typedLink)
    processing.release()

    await visit.page.reload()
    await expectLink(visit, typedLink)
    await visit.linkField.fill('half a li')
    await visit.button('Process').click()
    await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    const isMarked = () => visit.linkField.getAttribute('aria-invalid')
    await expect.poll(isMarked, PATIENTLY).toBe('true')
    expect(processing.count()).toBe(1)
    // The next edit removes the mark.
    await visit.linkField.fill('half a l')
    await expect.poll(isMarked, PATIENTLY).toBeNull()
    await visit.page.goto(new URL('/nothing-here', visit.page.url()).href)
    visit.expectComplaint(/status of 404 .*\/nothing-here$/)
    await visit.page.getByRole('link', { name: 'Cut a video' }).click()
    await expectLink(visit, 'half a l')

    // After processing, the field shows the link of the video. On a new page it is empty.
    await visit.openSample()
    await expectLink(visit, 'kerf:sample')
    await visit.page.goto(new URL('/', visit.page.url()).href)
    await expectLink(visit, '')
  })

  it('can be typed into while a video is on its way, and after it has come', async () => {
    const visit = await visitSample(stage)
    const videoRequest = await visit.holdRequests(
      ({ url, method }) => method() === 'GET' && /\/api\/video\/[^/]+$/.test(url()),
    )
    await visit.page.reload()
    await visit.page.getByRole('status', { name: 'Loading the video' }).waitFor()
    await visit.linkField.focus()
    await visit.page.keyboard.type('https://youtu')
    videoRequest.release()
    await visit.seeVideo('One day outside, in six shots')
    await visit.page.keyboard.type('.be')
    await expectLink(visit, 'https://youtu.be')
  })

  it('keeps its button reachable on a phone in landscape while a message is shown, to which F8 leads', async () => {
    const visit = await stage.visit({ screen: LANDSCAPE })
    const expectReachable = async () => {
      // A toast stays while the pointer is on it.
      await visit.toasts.first().hover()
      const describeTopElement = () =>
        visit.button('Process').evaluate((button: Element) => {
          button.scrollIntoView({ block: 'nearest' })
          const { left, top, width, height } = button.getBoundingClientRect()
          const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
          return button.contains(topElement) ? 'the button' : (topElement?.outerHTML ?? 'nothing')
        })
      await expect.poll(describeTopElement, PATIENTLY).toBe('the button')
      expect(await visit.toasts.count()).toBe(1)
    }
    await visit.linkField.fill('nonsense')
    await visit.button('Process').click()
    await visit.seeToast('Invalid URL')
    await expectReachable()
    await visit.page.keyboard.press('F8')
    const region = visit.page.getByRole('region', { name: 'Notifications (F8)' })
    const hasFocus = () => region.evaluate((element) => element.contains(document.activeElement))
    await expect.poll(hasFocus, PATIENTLY).toBe(true)

    await visit.openSample()
    await visit.submitLink('https://www.youtube.com/playlist?list=PL123')
    await visit.seeToast('Error', 'This link leads to a playlist. Please paste the link of one of its videos.')
    await visit.submitLink('https://media.example/a-very-long-name-of-a-video-that-nobody-serves.mp4')
    await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    for (const top of [0, 40, 80]) {
      await visit.page.evaluate((y) => scrollTo(0, y), top)
      await expectReachable()
    }
  })
})
