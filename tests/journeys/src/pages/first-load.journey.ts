import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../packages/messages/src/languages.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'

const testbed = openTestbed({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const LISTED_PATHS = [
  '/',
  '/terms',
  '/privacy',
  '/contact',
  '/subscription',
  '/device',
  '/tools',
  '/api',
  '/changelog',
  '/dmca',
]

describe('the first load', () => {
  it('shows every listed page before any script has run, with its own title and address', async () => {
    const titles = new Set<string>()
    for (const path of LISTED_PATHS) {
      const html = await (await fetch(new URL(path, testbed.kerf.url))).text()
      expect(html, path).toMatch(/<h1[^>]*>/)
      titles.add(/<title>(.*Kerf.*)<\/title>/.exec(html)?.[1] ?? '')
      expect(html, path).toMatch(/<meta name="description" content="[^"]+"/)
    }
    expect(titles).not.toContain('')
    expect(titles.size).toBe(LISTED_PATHS.length)
  })

  it.each(LANGUAGES)('shows every listed page in %s with its language, and links to the others', async (language) => {
    const headings = new Set<string>()
    for (const path of LISTED_PATHS) {
      const address = `${testbed.kerf.url}${path}`
      const html = await (await fetch(`${address}?lang=${language}`)).text()
      expect(/<html[^>]* lang="([^"]+)"/.exec(html)?.[1], path).toBe(language)
      expect(html).toContain(`<link rel="canonical" href="${address}?lang=${language}"`)
      const alternates = [...html.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
      expect(Object.fromEntries(alternates.map(([, otherLanguage, href]) => [otherLanguage, href])), path).toEqual({
        ...Object.fromEntries(LANGUAGES.map((otherLanguage) => [otherLanguage, `${address}?lang=${otherLanguage}`])),
        'x-default': address,
      })
      headings.add(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '')
    }
    expect(headings).not.toContain('')
  })

  it('greets a German browser in German, and keeps another chosen language', async () => {
    const { page } = await testbed.visit({ locale: 'de-DE', screen: PHONE })
    await expect.poll(() => page.evaluate(() => document.documentElement.lang), PATIENTLY).toBe('de')
    const languages = page.getByRole('contentinfo').getByRole('navigation', { name: 'Sprache' }).getByRole('link')
    expect(await languages.count()).toBe(LANGUAGES.length)
    for (const language of await languages.all()) {
      const { x = 0, width = 0 } = (await language.boundingBox()) ?? {}
      expect(width).toBeGreaterThan(0)
      expect(x + width).toBeLessThanOrEqual(PHONE.width)
    }
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Process', exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await page.goto(new URL('/terms', testbed.kerf.url).href)
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang), PATIENTLY).toBe('de')
    expect(new URL(page.url()).pathname).toBe('/terms')
  })

  it('finds every resource that the page names', async () => {
    const visit = await testbed.visit()
    const addresses = await visit.page.evaluate(async () => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon"], link[rel="apple-touch-icon"]')]
      const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!.href
      const { icons } = (await (await fetch(manifest)).json()) as { icons: { src: string }[] }
      const social = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')!.content
      return [...links.map((link) => link.href), ...icons.map((icon) => icon.src), social]
    })
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) {
      const response = await fetch(new URL(address, testbed.kerf.url))
      expect([address, response.status, response.headers.get('content-type')?.split('/')[0]]).toEqual([
        address,
        200,
        'image',
      ])
    }
  })
})

describe('the cards of the first page', () => {
  it('open the sample at some words, or at a cut; they are links before their code loads', async () => {
    const html = await (await fetch(testbed.kerf.url)).text()
    expect(html).toMatch(/<a href="\/\?url=sample&amp;start=20&amp;end=30">/)
    const visit = await testbed.visit()
    await visit.page.getByRole('link', { name: 'a balloon at noon,' }).click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 20, 30)
    await visit.page.goBack()
    const seam = visit.page.getByRole('link', { name: 'Open the sample at this cut' })
    await expect
      .poll(
        () => visit.page.getByAltText('0:21.367').evaluate((image: HTMLImageElement) => image.naturalWidth),
        PATIENTLY,
      )
      .toBe(416)
    await seam.click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 21.4, 27.4)
  })

  it('stay, and lead to the sample, if their code never loads', async () => {
    const visit = await testbed.visit({ path: '/favicon.svg' })
    visit.expectComplaint(/ERR_FAILED/)
    const lateScripts = /\/assets\/(?!index-)[^/]*\.js$/
    await visit.context.route(lateScripts, (route) => route.abort())
    await visit.page.goto(testbed.kerf.url)
    await visit.page.getByText('Does it work on a phone?').click()
    await visit.seeText(/On an iPhone the clip is in the Files app/)
    await visit.context.unroute(lateScripts)
    await visit.page.getByRole('link', { name: 'a road at dusk,' }).click()
    await visit.arriveAtVideo(SAMPLE)
    await expectRange(visit, 40, 50)
  })
})
