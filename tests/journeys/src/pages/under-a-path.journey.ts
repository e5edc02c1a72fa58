import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Video } from '@kerf/contract/video'
import { OWN_PATH_PARTS } from '@kerf/domain/site/server-address'
import { LANGUAGES } from '@kerf/messages/languages'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { firstLinkIn, type MailServerStandin, startMailServer } from '@kerf/standins/mail/start-mail-server'
import { type OidcProvider, startOidcProvider } from '@kerf/standins/oidc/start-oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEmail, PASSWORD } from '../harness/account-holder.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { signInThere, visitWithoutFonts } from '../harness/identity-provider.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { nginx, startNginx } from '../harness/servers/start-nginx.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { FRAME_RATE, openStampedSite } from '../harness/stamped-clips.ts'
import type { Visit } from '../harness/visit.ts'
import { Visitor } from '../harness/visitor.ts'

const DIST = join(import.meta.dirname, '../../../../apps/web/dist')
const RANGE = { startTime: 2.511, endTime: 5.6 }
/** nginx removes the second path from requests, and leaves the first. */
const PATHS = ['/kerf', '/kerf-2/videos'] as const
type Path = (typeof PATHS)[number]

const { pages } = JSON.parse(readFileSync(join(DIST, 'pages.json'), 'utf8')) as { pages: { path: string }[] }

/** Pages that the browser renders, and pages with addresses that it adds. */
const BROWSER_RENDERED_PATHS = [
  '/?url=sample',
  '/tools',
  '/api',
  '/subscription',
  '/batch',
  '/profile',
  '/admin',
  '/admin?tab=settings',
  '/dashboard/settings',
  '/dashboard/jobs',
  '/dashboard/billing',
]

const testbed = openTestbed({ youtube: false })
const folder = temporaryDirectory()

describe.skipIf(nginx === null)('two Kerfs share a host behind nginx', () => {
  let host: string
  let mail: MailServerStandin
  let provider: OidcProvider
  let site: HostileMediaServer
  let proxy: Awaited<ReturnType<typeof startNginx>>
  const kerfs = {} as Record<Path, RunningKerf>

  beforeAll(async () => {
    mail = await startMailServer()
    provider = await startOidcProvider()
    site = await openStampedSite(folder, 8)
    // The port is free until nginx takes it: Kerf must know the address first, and nginx must know Kerf's.
    const portHolder = await listenOnLoopback(createServer())
    host = `http://127.0.0.1:${portHolder.port}`
    provider.register(PATHS.map((path) => `${host}${path}/signin`))
    for (const path of PATHS)
      kerfs[path] = await startKerf({
        environment: {
          ...provider.environment,
          PUBLIC_URL: host + path,
          TRUST_PROXY: '1',
          SMTP_URL: mail.url,
          SOURCES: 'media',
          OUTBOUND_ALLOW: site.host,
        },
      })
    await portHolder.close()
    proxy = await startNginx(portHolder.port, [
      { path: `${PATHS[0]}/`, passTo: kerfs[PATHS[0]].url },
      { path: `${PATHS[1]}/`, passTo: `${kerfs[PATHS[1]].url}/` },
    ])
  })
  afterAll(async () => {
    await proxy?.stop()
    await Promise.all(PATHS.map((path) => kerfs[path]?.dispose()))
    await site?.close()
    await mail?.close()
    await provider?.close()
  })

  const openPath = (path: string): Promise<Visit> => testbed.visit({ at: host, path })

  async function signUp(visit: Visit, email: string): Promise<void> {
    await visit.fill({ Name: 'Anna Example', Email: email, Password: PASSWORD })
    await visit.button('Create Account').click()
    await visit.seeToast('Account created successfully!')
  }

  it.each(PATHS)('at %s, a visitor pastes, cuts, saves, signs up, and follows an email', async (path) => {
    const visit = await openPath(`${path}/`)
    await visit.submitLink(site.urlOf('/healthy.mp4'))
    await visit.seeVideo('healthy')
    await visit.arriveAtVideo('healthy')
    await visit.typeRange(`0:0${RANGE.startTime}`, `0:0${RANGE.endTime}00`)
    await visit.optionButton('360p', 'Download').click()
    await visit.seeToast('Download Ready!')
    await expectExactClip((await visit.save('360p')).bytes, RANGE, FRAME_RATE)

    // The address can be reloaded and leads through the sign-up back to the video.
    await expect.poll(() => new URL(visit.page.url()).search, PATIENTLY).toContain('start=2.511&end=5.6')
    await visit.page.reload()
    await visit.seeVideo('healthy')
    expect([visit.path, await visit.readRange()]).toEqual([`${path}/`, [RANGE.startTime, RANGE.endTime]])
    const email = newEmail()
    await visit.page.getByRole('link', { name: 'Sign Up Free' }).click()
    await expect.poll(() => visit.path).toBe(`${path}/signup`)
    await signUp(visit, email)
    await visit.seeVideo('healthy')
    expect(visit.path).toBe(`${path}/`)

    const link = firstLinkIn(await mail.waitForEmail(email, 'Confirm'))
    expect(link).toMatch(new RegExp(`^${host}${path}/confirm-email#token=`))
    await visit.page.goto(link)
    await visit.seeText(`${email} is confirmed.`)
    expect(visit.page.url()).toBe(`${host}${path}/confirm-email`)
    await visit.page.getByRole('main').getByRole('link').first().click()
    await expect.poll(() => visit.path).toBe(`${path}/profile`)

    const requestedUrls = visit.requestedUrls.filter((url) => url.startsWith(host))
    expect(requestedUrls.filter((url) => !url.startsWith(`${host}${path}/`))).toEqual([])
    expect(requestedUrls.some((url) => /\/assets\/.*\.woff2$/.test(url))).toBe(true)
    expect((await visit.context.cookies()).map((cookie) => cookie.path)).toEqual([path, path, path])
    const keys = await visit.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    expect(keys.filter((key) => !key.includes(path))).toEqual([])
  })

  it.each(PATHS)('at %s, no address in any response leaves the path', async (path) => {
    const address = host + path
    const readPage = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const addresses = new Set<string>()
    for (const page of [...pages, { path: '/nothing' }])
      for (const language of LANGUAGES) {
        const document = await readPage(`${address}${page.path}?lang=${language}`)
        expect(/<html[^>]* data-base="([^"]*)"/.exec(document)?.[1]).toBe(path)
        const attributes = document.matchAll(/ (?:href|src|action|content)="((?:\/|https?:)[^"]*)"/g)
        for (const [, value = ''] of attributes) addresses.add(new URL(value, address).href)
      }
    const manifestUrl = `${address}/manifest.webmanifest`
    const manifest = JSON.parse(await readPage(manifestUrl))
    const manifestPaths = [
      manifest.start_url,
      manifest.share_target.action,
      ...manifest.icons.map(({ src }: { src: string }) => src),
    ]
    for (const value of manifestPaths) addresses.add(new URL(value, manifestUrl).href)
    for (const file of ['sitemap.xml', 'robots.txt'])
      for (const [value] of (await readPage(`${address}/${file}`)).matchAll(
        /(?<=<loc>|href="|: )\/?[^<"\s]*\/[^<"\s]*/g,
      ))
        addresses.add(new URL(value, address).href)
    for (const [former, now] of [
      ['auth/signin', 'signin'],
      ['Terms/', 'terms'],
      ['api/login', 'signin'],
    ]) {
      const { headers } = await fetch(`${address}/${former}`, { redirect: 'manual', headers: { accept: 'text/html' } })
      expect([former, headers.get('location')]).toEqual([former, `${path}/${now}`])
    }

    expect([...addresses].filter((url) => !url.startsWith(`${address}/`))).toEqual([])
    // Style sheets name files relative to themselves.
    const files = [...addresses].filter((url) => /\.(?:js|css|svg|png|jpg|woff2|webmanifest|json)$/.test(url))
    for (const sheet of files.filter((url) => url.endsWith('.css')))
      for (const [, value = ''] of (await readPage(sheet)).matchAll(/url\(([^)]+)\)/g))
        files.push(new URL(value, sheet).href)
    for (const url of files) expect([url, (await fetch(url, { method: 'HEAD' })).status]).toEqual([url, 200])
    expect(kerfs[path].output()).toContain(`${address}/setup#token=`)
  })

  it.each(PATHS)('at %s, programs get working addresses', async (path) => {
    const visitor = new Visitor(host + path)
    const { thumbnail, preview, filmstrip, waveform } = (await visitor.process(site.urlOf('/healthy.mp4'))) as Video
    for (const address of [thumbnail, preview, waveform?.address, ...(filmstrip?.sheets ?? [])]) {
      expect(address).toMatch(new RegExp(`^${path}/api/video/`))
      const { status } = await visitor.atUrl(host).fetch(address ?? '', { headers: { range: 'bytes=0-9' } })
      expect([address, status]).toEqual([address, address === preview ? 206 : 200])
    }

    const callMcp = async (id: number, method: string, params: object, session?: string | null) => {
      const headers = { 'content-type': 'application/json', ...(session && { 'mcp-session-id': session }) }
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      return fetch(`${host}${path}/mcp`, { method: 'POST', headers, body })
    }
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const session = (await callMcp(1, 'initialize', hello)).headers.get('mcp-session-id')
    const order = { name: 'cut_clip', arguments: { link: 'kerf:sample', startTime: 1, endTime: 2, quality: '360p' } }
    const { result } = (await (await callMcp(2, 'tools/call', order, session)).json()) as {
      result: { content: { text: string }[] }
    }
    const [clipUrl = ''] = /https?:[^"]+/.exec(result.content[0]?.text ?? '') ?? []
    expect(clipUrl).toMatch(new RegExp(`^${host}${path}/api/download/`))
    const part = await fetch(clipUrl, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  })

  it('the printed link makes an admin, who finds no link that leaves the path', async () => {
    const [path] = PATHS
    const address = host + path
    const [link = ''] = /http:\S+\/setup#token=\S+/.exec(kerfs[path].output()) ?? []
    const admin = await openPath(`${path}/favicon.svg`)
    await admin.page.goto(link)
    await admin.fill({ Name: 'Operator', Email: 'operator@example.org', Password: PASSWORD })
    await admin.button('Create Admin').click()
    await admin.seeText(new RegExp(`^Your browser uses ${address}\\. PUBLIC_URL is set to the same address\\.`))
    for (const page of BROWSER_RENDERED_PATHS) {
      await admin.page.goto(address + page)
      await admin.page.getByRole('heading', { level: 1 }).waitFor()
      const links = await admin.page
        .locator('a, img, form')
        .evaluateAll((elements) =>
          elements.map((element) => Object(element).href ?? Object(element).src ?? Object(element).action),
        )
      const strayLinks = links.filter((url) => url.startsWith(host) && !url.startsWith(`${address}/`))
      expect([page, links.length > 10, strayLinks]).toEqual([page, true, []])
      expect(await admin.page.locator('body').innerText()).not.toMatch(new RegExp(`${host}(?!${path})`))
    }
    await admin.page.goto(`${address}/admin`)
    await admin.button('Create invitation').click()
    await expect
      .poll(() => admin.field('Invitation link').inputValue(), PATIENTLY)
      .toContain(`${address}/signup#token=`)
  })

  it('a person signs in at the identity provider, and returns to the intended page', async () => {
    const [path] = PATHS
    const visit = await visitWithoutFonts(testbed, { at: host, path: `${path}/signin?then=%2Ftools` })
    await visit.button('Continue with Example ID').click()
    await signInThere(visit, 'bert')
    await visit.seeToast('Signed in successfully!')
    await visit.page.waitForURL(`${host}${path}/tools`)
    await visit.seeText(`${host}${path}/mcp`)
  })

  it("neither knows the other's visitor and choices", async () => {
    const visit = await openPath(`${PATHS[0]}/signup`)
    await signUp(visit, newEmail())
    await visit.button('Dark').click()
    const theme = () => visit.page.locator('html').getAttribute('data-theme')
    expect(await theme()).toBe('dark')
    await visit.page.goto(`${host}${PATHS[1]}/`)
    await visit.page.getByRole('link', { name: 'Sign In' }).waitFor()
    expect(await theme()).toBe(null)
    await visit.page.goto(`${host}${PATHS[0]}/profile`)
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    expect([visit.path, await theme()]).toEqual([`${PATHS[0]}/profile`, 'dark'])
  })

  it("a page opened outside the path moves into it, and another site's path does not work", async () => {
    const visit = await testbed.visit({ at: kerfs['/kerf'].url, path: '/terms?a=b#changes-and-contact' })
    await visit.page.waitForURL(`${kerfs['/kerf'].url}/kerf/terms?a=b#changes-and-contact`)
    await visit.page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    for (const path of ['/', '/kerf-2/', '/other']) expect((await fetch(host + path)).status).toBe(404)
    const { status, url } = await fetch(`${host}/kerf`)
    expect([status, url]).toEqual([200, `${host}/kerf/`])
  })
})

it('no folder of files can be mistaken for a path in PUBLIC_URL', () => {
  const entries = readdirSync(join(DIST, 'en'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.filter((name) => !OWN_PATH_PARTS.has(name))).toEqual([])
})
