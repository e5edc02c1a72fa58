import { readCurrentUser } from '@kerf/contract/auth'
import { processVideo, readVideo, type Video } from '@kerf/contract/video'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open, openOtherTab, reload } from '../../../testing/app.tsx'
import { exampleUser } from '../../../testing/examples/account-examples.ts'
import { SAMPLE_TITLE } from '../../../testing/examples/video-examples.ts'
import { button, heading, PHONE, see, seeFocus, seeNo, seeToast } from '../../../testing/screen.ts'
import { answerRequests, holdRequests, scriptCall, scriptUser } from '../../../testing/scripted-server.ts'
import {
  addressParameter,
  openFold,
  openSample,
  optionButton,
  scriptClips,
  scriptVideo,
  seeRange,
  seeSample,
  slider,
  sliderSeconds,
  typeRange,
  typeTime,
} from '../../../testing/video.ts'

const linkField = page.getByRole('textbox', { name: 'Video link' })
const seeLink = (link: string) => expect.element(linkField).toHaveValue(link)

async function seeAddress(startSeconds: number, endSeconds: number): Promise<void> {
  const readAddress = () => ['start', 'end'].map(addressParameter)
  await expect.poll(readAddress).toEqual([String(startSeconds), String(endSeconds)])
}

const holdProcessing = () => holdRequests(({ method, url }) => method === 'POST' && url.pathname === processVideo.path)

/** Gives each processed link a video with an id of its own, titled after its link. Returns what the server has. */
function scriptVideosByLink(): Map<string, Video> {
  const video = scriptVideo()
  const videos = new Map<string, Video>()
  let count = 0
  answerRequests(({ method, url, body }) => {
    if (method !== 'POST' || url.pathname !== processVideo.path) return undefined
    const { youtubeUrl } = JSON.parse(body ?? '{}') as { youtubeUrl: string }
    const isSample = /sample$/.test(youtubeUrl)
    const id = `video${++count}`.padEnd(22, 'A')
    const title = isSample ? SAMPLE_TITLE : `Video at ${youtubeUrl}`
    videos.set(id, { ...video, id, title, url: isSample ? video.url : youtubeUrl })
    return new Response(`{"stage":"asking"}\n${JSON.stringify({ video: videos.get(id) })}\n`)
  })
  scriptCall(readVideo, ({ params }) => videos.get(params.id ?? '') ?? { refuse: 'not_found' })
  return videos
}

describe('an address with a link and two times', () => {
  it('is processed at once, and opens zoomed to that part', async () => {
    await page.viewport(PHONE.width, PHONE.height)
    scriptVideo()
    await open('/')
    const processing = holdProcessing()
    await open('/?url=sample&start=0:10.5&end=0:00:20,25')
    await see(page.getByRole('dialog', { name: 'Processing Video' }))
    processing.release()
    await seeSample()
    await seeRange(10.5, 20.25)
    await openFold('Snap and zoom')
    await expect.element(button('Range')).toHaveAttribute('aria-pressed', 'true')
    expect(processing.count()).toBe(1)

    // The address of the result has replaced the one that requested it, so going back does not process again.
    expect(addressParameter('v')).not.toBeNull()
    history.back()
    await see(button('Try the sample'))
    expect(location.search).toBe('')
    expect(processing.count()).toBe(1)
  })

  it('says if there is no video, and keeps the link in the field', async () => {
    scriptVideo()
    await open('/?url=https://example.org/page&start=3')
    await seeToast('Invalid URL', 'Please enter a valid YouTube URL.')
    await seeLink('https://example.org/page')

    scriptCall(processVideo, () => ({ refuse: 'video_private' }))
    const link = 'https://www.youtube.com/watch?v=Private0001'
    await open(`/?url=${encodeURIComponent(link)}&start=3`)
    await seeToast('Error', 'This video is private.')
    // The error stays below the field after the toast has disappeared.
    await see(page.getByRole('main').getByText('This video is private.'))
    await seeLink(link)
  })
})

describe('the address of a result', () => {
  it('opens the same part for another visitor, or keeps the link in their field', async () => {
    scriptVideosByLink()
    const link = 'https://www.youtube.com/watch?v=Removed0001'
    const removedDownloads = answerRequests(({ method, url, body }) =>
      method === 'POST' && url.pathname === processVideo.path && body?.includes('Removed0001')
        ? Response.json({ error: 'This video was removed.', code: 'video_removed' }, { status: 422 })
        : undefined,
    )
    await open(`/?v=0123456789&url=${encodeURIComponent(link)}&start=1&end=9`)
    await see(heading('This video is no longer here'))
    await seeLink(link)
    removedDownloads()

    await open('/?v=0123456789&url=sample&start=4&end=9')
    await seeSample()
    await seeRange(4, 9)
    expect(addressParameter('v')).not.toBe('0123456789')
    // The video now belongs to this visitor: a reload only reads it and does not process it again.
    const processing = holdProcessing()
    await reload()
    await seeSample()
    await seeRange(4, 9)
    expect(processing.count()).toBe(0)
  })

  it('keeps its range if the owner of the video signed out in another tab', async () => {
    const videos = scriptVideosByLink()
    scriptUser(exampleUser())
    await openSample('&start=10&end=20')
    const accountMenu = button('Account menu of Anna Example')
    await see(accountMenu)
    const previousId = addressParameter('v')
    videos.clear()
    scriptCall(readCurrentUser, () => ({ refuse: 'not_signed_in' }))
    openOtherTab().changeSession()
    await seeNo(accountMenu)
    await typeTime('End Time', '0:40')
    await expect.poll(() => addressParameter('v')).not.toBe(previousId)
    await seeRange(10, 40)
  })

  it('follows back and forward between results, each with its range', async () => {
    scriptVideosByLink()
    const second = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
    await open('/')
    await button('Try the sample').click()
    await seeSample()
    await typeRange('0:10', '0:20')
    await seeAddress(10, 20)
    ;(slider('Start').element() as HTMLElement).focus()
    // A link within the page opens the same video at another range like this.
    const address = new URL(location.href)
    address.searchParams.set('start', '30')
    address.searchParams.set('end', '40')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    await seeRange(30, 40)
    history.back()
    await seeRange(10, 20)
    await seeAddress(10, 20)
    // The focus stays on the handle.
    await seeFocus(slider('Start'))

    await linkField.fill(second)
    await button('Process').click()
    await see(heading(`Video at ${second}`))
    await expect.poll(() => sliderSeconds('Start')).toBe(0)
    await typeRange('0:05.5', '0:09')
    await seeAddress(5.5, 9)
    history.back()
    await see(heading(SAMPLE_TITLE))
    await seeRange(10, 20)
    await expect.poll(() => document.title).toBe(`${SAMPLE_TITLE} | Kerf`)
    history.back()
    await see(button('Try the sample'))
    history.forward()
    await see(heading(SAMPLE_TITLE))
    await seeRange(10, 20)
    history.forward()
    await see(heading(`Video at ${second}`))
    await seeRange(5.5, 9)
  })
})

it('the copied link to a trim opens the same part for anybody', async () => {
  scriptVideo()
  await openSample('&start=12.345&end=21')
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openFold('More')
  await button('Copy link to this trim').click()
  await seeToast('Link Copied', 'Anyone with the link sees this video with your start and end.')
  const link = copy.mock.lastCall?.[0] ?? ''
  expect(link).toBe(`${location.origin}/?url=sample&start=12.345&end=21`)
  await open(link.slice(location.origin.length))
  await seeSample()
  await seeRange(12.345, 21)
})

it('the command of a trim has its times, all options, and the format of its clip', async () => {
  scriptVideo()
  scriptClips()
  await openSample('&start=10&end=13.5&crop=9:16&loudness=-14')
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openFold('More')
  await button('Copy as command').click()
  await seeToast('Command Copied')
  const command = 'kerf cut sample --from 0:10.000 --to 0:13.500'
  expect(copy).toHaveBeenLastCalledWith(`${command} --crop 9:16 --loudness=-14`)
  await optionButton('360p', 'Download').click()
  await see(optionButton('360p', /^Download \(/))
  await button('Copy as command').click()
  await expect.poll(() => copy.mock.lastCall?.[0]).toBe(`${command} -q 360p --crop 9:16 --loudness=-14`)
})
