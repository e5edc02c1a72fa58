import { createServer } from 'node:http'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import type { BrowserContext, Page } from 'playwright-core'
import { unfurl } from 'unfurl.js'
import { expect, it, onTestFinished } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { cutSelection, visitSample } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'

const testbed = openTestbed({ youtube: false })

/** A browser without cookies. */
async function openStranger(options: Parameters<typeof testbed.browser.newContext>[0] = {}): Promise<BrowserContext> {
  const context = await testbed.browser.newContext(options)
  onTestFinished(() => context.close())
  return context
}

/** Opens a page, and collects the hosts that it contacts. */
async function openIn(context: BrowserContext, url: string): Promise<{ page: Page; hosts: Set<string> }> {
  const page = await context.newPage()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(url)
  return { page, hosts }
}

const readPlayer = (page: Pick<Page, 'evaluate'>) =>
  page.evaluate(() => {
    const { duration, videoWidth, currentTime, readyState } = document.querySelector('video')!
    return { duration, videoWidth, currentTime, isLoaded: readyState >= HTMLMediaElement.HAVE_METADATA }
  })

it('a visitor on a phone shares a clip, which a stranger watches and saves until it is withdrawn', async () => {
  const visit = await visitSample(testbed, '&start=4&end=6', { screen: PHONE })
  await cutSelection(visit)
  await visit.optionButton('360p', 'Public link').click()
  const row = visit.option('360p')
  await row.getByRole('button', { name: 'Make a public link' }).click()
  const field = row.getByRole('textbox', { name: 'Public link' })
  await field.waitFor()
  const url = await field.inputValue()
  await visit.expectNoFaults()

  const stranger = await openStranger()
  const { page, hosts } = await openIn(stranger, `${url}#t=0.5,1.5`)
  await page.getByRole('heading', { level: 1, name: 'One day outside, in six shots' }).waitFor()
  await expect
    .poll(() => readPlayer(page), PATIENTLY)
    .toEqual({ duration: 2, videoWidth: 640, currentTime: 0.5, isLoaded: true })
  expect([...hosts]).toEqual([new URL(url).host])
  expect(await stranger.cookies()).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('One day outside, in six shots 0.04-0.06.mp4')

  await visit.optionButton('360p', 'Public link').click()
  await visit.optionButton('360p', 'Public link').click()
  await row.getByText('Opened once').waitFor()
  await row.getByRole('button', { name: 'Take the link back' }).click()
  await visit.seeToast('Link Taken Back')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'This clip is gone' }).waitFor()
})

it('a shared clip plays without scripts, leads to its trim, and plays inside a page of another site', async () => {
  const visit = await visitSample(testbed, '&start=4&end=6')
  await cutSelection(visit)
  await visit.optionButton('360p', 'Public link').click()
  const row = visit.option('360p')
  await row.getByRole('button', { name: 'Make a public link' }).click()
  const url = await row.getByRole('textbox', { name: 'Public link' }).inputValue()

  // `unfurl` reads the tags of the page as a chat does.
  const { title, open_graph: openGraph, twitter_card: card, oEmbed } = await unfurl(url)
  const sample = 'One day outside, in six shots'
  expect(title).toContain(sample)
  expect(openGraph).toMatchObject({ title: sample, url, videos: [{ url: `${url}/file`, type: 'video/mp4' }] })
  expect(card).toMatchObject({ card: 'player', players: [{ url: `${url}/embed` }] })
  expect(oEmbed).toMatchObject({ type: 'video', title: sample, html: expect.stringContaining(`${url}/embed`) })
  const trimTags = await unfurl(new URL('/?url=sample&start=4&end=6', url).href)
  expect(trimTags.open_graph).toMatchObject({ title: sample })

  const { page } = await openIn(await openStranger({ javaScriptEnabled: false, locale: 'de' }), url)
  await expect.poll(() => readPlayer(page), PATIENTLY).toMatchObject({ duration: 2, isLoaded: true })
  const trim = page.getByRole('link', { name: 'Selbst aus diesem Video schneiden' })
  expect(await trim.getAttribute('href')).toBe('/?url=sample&start=4&end=6')

  const otherSite = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${url}/embed" width="640" height="360"></iframe><iframe src="${url}"></iframe>`)
  })
  const { port, close } = await listenOnLoopback(otherSite)
  onTestFinished(close)
  const { page: host } = await openIn(await openStranger(), `http://127.0.0.1:${port}/`)
  const [embedFrame, pageFrame] = [host.frames()[1]!, host.frames()[2]!]
  await expect.poll(() => readPlayer(embedFrame), PATIENTLY).toMatchObject({ videoWidth: 640, isLoaded: true })
  // Only the embed may be framed.
  expect(await pageFrame.locator('video').count()).toBe(0)
})
