import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openStage } from './harness/stage.ts'
import { asksToProcess } from './harness/visit.ts'

const stage = openStage({ youtube: false })

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const LANDSCAPE = { width: 740, height: 360 }

/** What the page is told when somebody drops or pastes these on the element with the focus, or on the page. */
function offer(page: Page, kind: 'drop' | 'paste', types: Record<string, string>): Promise<void> {
  return page.evaluate(
    ([how, offered]) => {
      const data = new DataTransfer()
      for (const [type, text] of Object.entries(offered)) data.setData(type, text)
      const target = how === 'drop' ? document.querySelector('form input') : (document.activeElement ?? document.body)
      const options = { bubbles: true, cancelable: true }
      target?.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    [kind, types] as const,
  )
}

const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

describe('the link field', () => {
  it('takes a link that is dropped on it, in the place of what was there', async () => {
    const visit = await stage.visit()
    await visit.linkField.fill('something else')
    await offer(visit.page, 'drop', { 'text/uri-list': `# from the address bar\r\n${LINK}`, 'text/plain': 'A film' })
    expect(await visit.linkField.inputValue()).toBe(LINK)
    expect(await visit.linkField.evaluate((field: Element) => field === document.activeElement)).toBe(true)
  })

  it('takes what is pasted anywhere on the page, but not what is meant for another field', async () => {
    const visit = await stage.visit()
    await blur(visit.page)
    await visit.page.evaluate((link) => navigator.clipboard.writeText(` ${link}\n`), LINK)
    await visit.page.keyboard.press('Control+V')
    await expect.poll(() => visit.linkField.inputValue()).toBe(LINK)

    // The same beside a video, where there are other fields.
    await visit.openSample()
    await blur(visit.page)
    await offer(visit.page, 'paste', { 'text/plain': LINK })
    await expect.poll(() => visit.linkField.inputValue()).toBe(LINK)
    await visit.linkField.fill('kept')
    await visit.timeField('Start Time').focus()
    await offer(visit.page, 'paste', { 'text/plain': LINK })
    expect(await visit.linkField.inputValue()).toBe('kept')
  })

  it('keeps what was typed through a refusal, a cancel, another page and a reload', async () => {
    const visit = await stage.visit()
    const typed = `${LINK}&t=90`
    await visit.linkField.fill(typed)
    const held = await visit.hold(asksToProcess)
    await visit.linkField.press('Enter')
    await visit.processingDialog.getByRole('button', { name: 'Cancel' }).click()
    await visit.processingDialog.waitFor({ state: 'detached' })
    expect(await visit.linkField.inputValue()).toBe(typed)
    held.release()

    await visit.page.reload()
    expect(await visit.linkField.inputValue()).toBe(typed)
    await visit.linkField.fill('half a li')
    await visit.button('Process').click()
    await visit.seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    await visit.page.goto(new URL('/nothing-here', visit.page.url()).href)
    visit.expectComplaint(/status of 404 .*\/nothing-here$/)
    await visit.page.getByRole('link', { name: 'Cut a video' }).click()
    expect(await visit.linkField.inputValue()).toBe('half a li')

    // A video has come of it: the field shows the link of the video, and a new page is empty.
    await visit.openSample()
    expect(await visit.linkField.inputValue()).toBe('kerf:sample')
    await visit.page.goto(new URL('/', visit.page.url()).href)
    expect(await visit.linkField.inputValue()).toBe('')
  })

  it('has its button in reach on a phone held sideways while something is said', async () => {
    const visit = await stage.visit({ screen: LANDSCAPE })
    const expectReachable = async () => {
      await visit.toasts.first().waitFor()
      // A press that something covers is not taken.
      await visit.button('Process').click({ trial: true, timeout: 3000 })
    }
    await visit.linkField.fill('nonsense')
    await visit.button('Process').click()
    await visit.seeToast('Invalid URL')
    await expectReachable()

    await visit.openSample()
    await visit.submitLink('https://media.example/a-very-long-name-of-a-film-that-nobody-serves.mp4')
    await visit.seeToast('Error')
    for (const top of [0, 40, 80]) {
      await visit.page.evaluate((y) => scrollTo(0, y), top)
      await expectReachable()
    }
  })
})
