import { processVideo, readVideo } from '@kerf/contract/video'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, reload } from '../../testing/app.tsx'
import { button, pressOn, see, seeNo, seeText, seeToast } from '../../testing/screen.ts'
import { holdRequests, scriptCall } from '../../testing/scripted-server.ts'
import { openSample, scriptVideo, seeSample } from '../../testing/video.ts'

const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const LANDSCAPE = { width: 740, height: 360 }

const linkField = page.getByRole('textbox', { name: 'Video link' })
const dialog = page.getByRole('dialog', { name: 'Processing Video' })
const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** Opens the home page, and holds what processes a link. Returns the links that were sent. */
async function openHome() {
  scriptVideo()
  const links: string[] = []
  const { release } = holdRequests(({ method, url, body }) => {
    const isProcessing = method === 'POST' && url.pathname === processVideo.path
    if (isProcessing) links.push(JSON.parse(body ?? '{}').youtubeUrl)
    return isProcessing
  })
  await open('/')
  await see(linkField)
  return { links, release }
}

/** Drops this data on the link field, or pastes it into the focused element or the page. */
function offer(kind: 'drop' | 'paste', contents: Record<string, string>): void {
  const data = new DataTransfer()
  for (const [type, text] of Object.entries(contents)) data.setData(type, text)
  const options = { bubbles: true, cancelable: true }
  if (kind === 'drop') linkField.element().dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
  else document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
}

/** Puts text into the link field as the browser does after Ctrl+V. */
function pasteIntoField(text: string): void {
  const field = linkField.element() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

const seeLink = (link: string) => expect.element(linkField).toHaveValue(link)
const blur = () => (document.activeElement as HTMLElement | null)?.blur()

async function cancelProcessing(): Promise<void> {
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await seeNo(dialog)
}

describe('the link field', () => {
  it('replaces its text by a dropped link, and starts', async () => {
    const { links } = await openHome()
    await linkField.fill('something else')
    offer('drop', { 'text/uri-list': `# from the address bar\r\n${LINK}`, 'text/plain': 'A video' })
    await expect.poll(() => links).toEqual([LINK])
    await cancelProcessing()
    await seeLink(LINK)
  })

  it('takes a link pasted anywhere on the page except in another field, and starts', async () => {
    const { links, release } = await openHome()
    blur()
    offer('paste', { 'text/plain': ` ${LINK}\n` })
    await expect.poll(() => links).toHaveLength(1)
    await cancelProcessing()
    await linkField.fill('')
    pasteIntoField(LINK)
    await expect.poll(() => links).toEqual([LINK, LINK])
    await cancelProcessing()
    // Text that is not a link starts nothing.
    await linkField.fill('')
    pasteIntoField('half a link')
    await seeLink('half a link')
    await seeNo(dialog)
    expect(links).toHaveLength(2)
    release()

    // A page with a video, which has other fields, takes a pasted link as well.
    await openSample()
    const processing = holdRequests(({ url }) => url.pathname === processVideo.path)
    blur()
    offer('paste', { 'text/plain': LINK })
    await cancelProcessing()
    await seeLink(LINK)
    await linkField.fill('cached')
    ;(page.getByRole('textbox', { name: 'Start Time' }).element() as HTMLElement).focus()
    offer('paste', { 'text/plain': LINK })
    await seeLink('cached')
    expect(processing.count()).toBe(1)
  })

  it('finds the link in pasted, dropped and shared text', async () => {
    const { links } = await openHome()
    const sharedText = `A title - YouTube\n\u2068<${LINK}&t=90>\u2069`
    const fills = [
      () => offer('paste', { 'text/plain': sharedText }),
      () => offer('drop', { 'text/plain': sharedText }),
      () => linkField.fill(`1. [A title](${LINK}&t=90)`),
    ]
    for (const [index, fill] of fills.entries()) {
      await linkField.fill('')
      blur()
      await fill()
      await pressOn(linkField, '{Enter}')
      await expect.poll(() => links).toHaveLength(index + 1)
      await cancelProcessing()
    }
    await open(`/?url=A+title&url=${encodeURIComponent(sharedText)}`)
    await expect.poll(() => links).toEqual(Array(4).fill(`${LINK}&t=90`))
  })

  it('keeps its text through a refusal, a cancel, another page and a reload', async () => {
    const { links, release } = await openHome()
    const typedLink = `${LINK}&t=90`
    await linkField.fill(typedLink)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await pressOn(linkField, '{Enter}')
    await seeText('Processing...')
    // The button behind the dialog cannot be pressed.
    await seeNo(button('Process'))
    // The time that a source needs is not known beforehand, so the dialog says nothing of it at first.
    await see(dialog.getByText('Sending the link'))
    await seeNo(dialog.getByText(/left|usual/))
    await vi.advanceTimersByTimeAsync(20_000)
    await see(dialog.getByText('taking longer than usual'))
    vi.useRealTimers()
    await cancelProcessing()
    await seeLink(typedLink)
    release()

    await reload()
    await seeLink(typedLink)
    await linkField.fill('half a li')
    await button('Process').click()
    await seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    await expect.element(linkField).toHaveAttribute('aria-invalid', 'true')
    expect(links).toEqual([typedLink])
    // The next edit removes the mark.
    await linkField.fill('half a l')
    await expect.element(linkField).not.toHaveAttribute('aria-invalid')
    await open('/nothing-here')
    await page.getByRole('link', { name: 'Cut a video' }).click()
    await seeLink('half a l')

    // After processing, the field shows the link of the video. On a new page it is empty.
    await openSample()
    await seeLink('kerf:sample')
    await open('/')
    await seeLink('')
  })

  it('accepts typing while a video loads, and afterwards', async () => {
    scriptVideo()
    await openSample()
    const { pathname } = new URL(readVideo.path.replace('{id}', 'video'.padEnd(22, 'A')), location.href)
    const videoRequest = holdRequests(({ method, url }) => method === 'GET' && url.pathname === pathname)
    await reload()
    await see(page.getByRole('status', { name: 'Loading the video' }))
    await pressOn(linkField, 'https://youtu')
    videoRequest.release()
    await seeSample()
    await userEvent.keyboard('.be')
    await seeLink('https://youtu.be')
  })

  it('keeps its button reachable on a phone in landscape during a message, to which F8 leads', async () => {
    await page.viewport(LANDSCAPE.width, LANDSCAPE.height)
    const { release } = await openHome()
    const describeTopElement = () => {
      const element = button('Process').element()
      element.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
      return element.contains(topElement) ? 'the button' : (topElement?.outerHTML ?? 'nothing')
    }
    const expectReachable = async () => {
      // A toast stays while the pointer is on it.
      await toasts.first().hover()
      await expect.poll(describeTopElement).toBe('the button')
      expect(toasts.length).toBe(1)
    }
    await linkField.fill('nonsense')
    await button('Process').click()
    await seeToast('Invalid URL')
    await expectReachable()
    await userEvent.keyboard('{F8}')
    const region = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect.poll(() => region.element().contains(document.activeElement)).toBe(true)
    release()

    await openSample()
    scriptCall(processVideo, () => ({ refuse: 'youtube_playlist' }))
    await linkField.fill('https://www.youtube.com/playlist?list=PL123')
    await pressOn(linkField, '{Enter}')
    await seeToast('Error', 'This link leads to a playlist. Please paste the link of one of its videos.')
    for (const top of [0, 40, 80]) {
      scrollTo(0, top)
      await expectReachable()
    }
  })
})

it('a browser without cookies gets an explanation, and no request is sent', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  const { links } = await openHome()
  await button('Try the sample').click()
  await seeToast('Error', 'Kerf needs a cookie to remember your video. Please allow cookies for this site.')
  expect(links).toEqual([])
})
