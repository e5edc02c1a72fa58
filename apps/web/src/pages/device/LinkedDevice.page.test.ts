import { readQuota } from '@kerf/contract/user'
import { processVideo } from '@kerf/contract/video'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { portSource } from '../../features/device/link-port.ts'
import { open } from '../../testing/app.tsx'
import { EXAMPLE_FACTS, scriptEngine } from '../../testing/device-engine.ts'
import { exampleQuota } from '../../testing/examples/account-examples.ts'
import { button, expectNoFaults, PHONE, see, seeNo, seeText } from '../../testing/screen.ts'
import { answerRequests, requestedPaths, scriptCall } from '../../testing/scripted-server.ts'
import { openSample, scriptVideo, seeRange, typeRange } from '../../testing/video.ts'

const LINK = 'https://media.example/day%201/holiday.mp4'
/** The home page of these tests takes links that look like YouTube. */
const OFFERED_LINK = 'https://tube.example/holiday.mp4'
const FILE = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)
const DEVICE_LINK = `/device?link=${encodeURIComponent(LINK)}`

/** Answers the requests of the page for the link. */
function scriptSite(answer: () => Response | null = () => null): void {
  answerRequests(({ url }) => {
    if (url.origin !== 'https://media.example') return undefined
    return (
      answer() ??
      new Response(FILE.slice(0, 65_536), { status: 206, headers: { 'content-range': `bytes 0-65535/${FILE.length}` } })
    )
  })
}

const title = page.getByRole('heading', { level: 1, name: 'holiday.mp4' })
const offer = page.getByRole('link', { name: 'Cut on this device' })

describe('a media link in the address of the page for files', () => {
  it('opens with the range of the address, and the engine reads it through the page', async () => {
    scriptSite()
    const reads: [number, number][] = []
    const { policies } = scriptEngine({
      async open(input) {
        if (!('port' in input)) throw new Error('This is no link.')
        const bytes = await portSource(input).read(10, 20)
        reads.push([input.sizeBytes, bytes[0] ?? 0])
        return EXAMPLE_FACTS
      },
    })
    await open(`${DEVICE_LINK}&start=2&end=6`)
    await see(title)
    await seeRange(2, 6)
    await seeText('Read from media.example, which sees your network address. This server gets nothing of the file.')
    expect(reads).toEqual([[FILE.length, 10]])
    // The policy of the server holds. The page for files would add one that forbids the link.
    expect(policies).toEqual([])
    expect(document.querySelector('input[type=file]')).toBeNull()
    await expect.element(page.getByRole('link', { name: 'Open a file' })).toHaveAttribute('href', '/device')
    expect(requestedPaths().filter((path) => path.startsWith('/api/'))).toEqual([])
    await page.viewport(PHONE.width, PHONE.height)
    await expectNoFaults('an open link')
  })

  it('that its site refuses is explained, and can be tried again', async () => {
    let isThere = false
    scriptSite(() => (isThere ? null : new Response(null, { status: 404 })))
    scriptEngine()
    await open(DEVICE_LINK)
    await seeText(/does not give out this file/)
    await expectNoFaults('a refused link')
    isThere = true
    await button('Try again').click()
    await see(title)
  })

  it.each([
    'javascript:alert(1)//a.mp4',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://media.example/a.m3u8',
    '',
  ])('is not read where it is none, and no file is opened in its place: %j', async (link) => {
    const { calls } = scriptEngine()
    await open(`/device?link=${encodeURIComponent(link)}`)
    await seeText(/This page cannot read this link/)
    await see(page.getByRole('link', { name: 'Open a file' }))
    expect(document.querySelector('input[type=file]')).toBeNull()
    expect(calls).toEqual([])
  })
})

describe('the offer to cut on this device', () => {
  const refuse = (code: 'busy' | 'not_media') => scriptCall(processVideo, () => ({ refuse: code }))

  it('is made for a media link that the server does not take for now, with the times of the address', async () => {
    refuse('busy')
    await open(`/?url=${encodeURIComponent(OFFERED_LINK)}&start=2&end=6`)
    await expect
      .element(offer)
      .toHaveAttribute('href', `/device?${new URLSearchParams({ link: OFFERED_LINK, start: '2', end: '6' })}`)
    await seeText(/Your browser can read the file from tube.example and cut it/)
  })

  it.each([
    ['a link of a site', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'busy'],
    ['a playlist', 'https://tube.example/a.m3u8', 'busy'],
    ['a link without media', OFFERED_LINK, 'not_media'],
  ] as const)('is not made for %s', async (_, link, code) => {
    const calls = refuse(code)
    await open(`/?url=${encodeURIComponent(link)}`)
    await expect.poll(() => calls).toHaveLength(1)
    await expect.element(page.getByRole('textbox', { name: 'Video link' })).toHaveAttribute('aria-invalid', 'true')
    await seeNo(offer)
  })

  it('is made on the screen of a video for a range that is too long for the server, and of no other video', async () => {
    for (const source of ['media', 'youtube'] as const) {
      scriptVideo({ source, url: OFFERED_LINK })
      scriptCall(readQuota, () =>
        exampleQuota({ limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: 10 } }),
      )
      await openSample()
      await typeRange('0:02.000', '0:22.000')
      await seeText(/Clips can be up to 0:10 long here/)
      if (source === 'youtube') await seeNo(offer)
      else
        await expect
          .element(offer)
          .toHaveAttribute('href', `/device?${new URLSearchParams({ link: OFFERED_LINK, start: '2', end: '22' })}`)
    }
  })
})
