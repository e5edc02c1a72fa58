import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webFiles } from './web-files.ts'
import { type PageSettings, type SiteOptions, webPages } from './web-pages.ts'

const HTML = { accept: 'text/html,*/*' }

async function writeDocuments(folder: string): Promise<void> {
  const index = {
    languages: ['en', 'de'],
    pages: [
      { path: '/', id: 'home', listed: true },
      { path: '/profile', id: 'profile', listed: false },
      { path: '/receipts/:order', id: 'receipt', listed: false },
      { path: '/links', id: 'links', listed: false },
      { path: '/subscription', id: 'subscription', listed: true },
    ],
    formerPaths: { '/auth/signin': '/signin' },
  }
  for (const language of index.languages) {
    await mkdir(join(folder, 'pages', language, 'without-plans'), { recursive: true })
    await mkdir(join(folder, language, 'assets'), { recursive: true })
    for (const id of ['home', 'profile', 'receipt', 'notFound', 'app'])
      await writeFile(join(folder, 'pages', language, `${id}.html`), `${language} ${id} at https://origin.invalid/`)
    await writeFile(join(folder, 'pages', language, 'profile.html'), `<html lang="${language}">${language} profile`)
    const links = [
      `<html lang="${language}"><link href="https://origin.invalid/links">`,
      '<a href="/">a</a><a href="#b">b</a><a href="?lang=de">c</a><a href="//cdn.example/d">d</a>',
      '<script src="/assets/a.js"></script><form action="/"></form>&lt;a href=&quot;/&quot;&gt;',
    ]
    await writeFile(join(folder, 'pages', language, 'links.html'), links.join(''))
    for (const id of ['profile', 'notFound'])
      await writeFile(
        join(folder, 'pages', language, 'without-plans', `${id}.html`),
        id === 'profile'
          ? `<html lang="${language}">${language} profile without plans`
          : `${language} ${id} without plans`,
      )
    await writeFile(join(folder, language, 'assets', `${language}-0a1b2c.js`), 'plain')
    await writeFile(join(folder, language, 'assets', `${language}-0a1b2c.js.gz`), 'zipped')
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify(index))
}

const DEFAULT_SETTINGS: PageSettings = { access: 'public', sources: ['youtube'], sellsPlans: true, takesPayments: true }
let settings = DEFAULT_SETTINGS

async function openApp(
  publicUrl: URL | null,
  options: SiteOptions = {},
  folder: string = buildFolder,
): Promise<FastifyInstance> {
  const server = fastify()
  server.decorate('publicUrl', publicUrl)
  await server.register(cookie)
  await webFiles(server, { web: folder, sample: folder })
  await webPages(
    server,
    folder,
    async () => settings,
    async () => '',
    options,
  )
  return server
}

const buildFolder = temporaryDirectory()
await writeDocuments(buildFolder)
const app = await openApp(new URL('https://kerf.example/'))
afterAll(() => app.close())

const getPage = (url: string, headers: Record<string, string> = HTML) => app.inject({ method: 'GET', url, headers })

describe('the pages of the web app', () => {
  it("come in the browser's language or in a chosen one, which is remembered", async () => {
    expect((await getPage('/')).body).toBe('en home at https://kerf.example/')
    const german = await getPage('/', { ...HTML, 'accept-language': 'de-AT,de' })
    expect(german.body).toBe('de home at https://kerf.example/')
    expect(german.headers['content-language']).toBe('de')
    expect(german.headers.vary).toContain('Accept-Language')
    const byAddress = await getPage('/?lang=de')
    expect(byAddress.body).toMatch(/^de home/)
    expect(byAddress.headers['set-cookie']).toMatch(/^kerf_language=de;/)
    expect((await getPage('/profile', { ...HTML, cookie: 'kerf_language=de' })).body).toContain('de profile')
    expect((await getPage('/?lang=../../etc')).body).toMatch(/^en home/)
  })

  it('wait for a language that is still being built, and then come with its files', async () => {
    const folder = temporaryDirectory()
    const draft = temporaryDirectory()
    await cp(buildFolder, folder, { recursive: true })
    await rename(join(folder, 'de'), join(draft, 'files'))
    await rename(join(folder, 'pages/de'), join(draft, 'pages'))
    const startingApp = await openApp(null, {}, folder)
    const requestPage = (url: string, language = 'en') =>
      startingApp.inject({ url, headers: { ...HTML, 'accept-language': language } })
    const germanFile = () => startingApp.inject('/assets/de-0a1b2c.js')
    const germanPage = requestPage('/profile', 'de')
    expect((await requestPage('/profile')).body).toContain('en profile')
    expect((await germanFile()).statusCode).toBe(404)
    await rename(join(draft, 'files'), join(folder, 'de'))
    await rename(join(draft, 'pages'), join(folder, 'pages/de'))
    expect((await germanPage).body).toContain('de profile')
    expect((await germanFile()).body).toBe('plain')
    await startingApp.close()
  })

  it('contain the first few host names of requests, and then no host name', async () => {
    const unnamedApp = await openApp(null)
    const requestAs = (host: string) => unnamedApp.inject({ method: 'GET', url: '/', headers: { ...HTML, host } })
    expect((await requestAs('kerf.example.org')).body).toBe('en home at http://kerf.example.org/')
    const inventedAnswers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => requestAs(`invented-${at}.example`)),
    )
    expect(new Set(inventedAnswers.map(({ headers }) => headers.etag)).size).toBe(8)
    expect((await requestAs('one-more.example')).body).toBe('en home at /')
    expect((await requestAs('kerf.example.org')).body).toBe('en home at http://kerf.example.org/')
    await unnamedApp.close()
  })

  it('state access and accepted links if they differ from the defaults', async () => {
    const publicPage = await getPage('/profile')
    expect(publicPage.body).toBe('<html lang="en">en profile')
    settings = { ...DEFAULT_SETTINGS, access: 'closed', sources: ['youtube', 'media'] }
    const closedPage = await getPage('/profile', { ...HTML, 'if-none-match': String(publicPage.headers.etag) })
    settings = DEFAULT_SETTINGS
    expect(closedPage.body).toBe('<html data-access="closed" data-sources="youtube media" lang="en">en profile')
    settings = { ...DEFAULT_SETTINGS, sources: ['youtube', 'x', 'vimeo'] }
    expect((await getPage('/profile')).body).toContain('data-sources="youtube x vimeo" data-sites="Vimeo, X. "')
    settings = DEFAULT_SETTINGS
    expect((await getPage('/profile')).body).toBe(publicPage.body)
  })

  it('stay in a chosen language until another is chosen, whatever the browser prefers', async () => {
    const wantsEnglish = { ...HTML, 'accept-language': 'en-US,en;q=0.9' }
    const firstChoice = await getPage('/?lang=de-CH', wantsEnglish)
    expect([firstChoice.headers['content-language'], firstChoice.headers['set-cookie']]).toEqual([
      'de',
      expect.stringMatching(/^kerf_language=de;.*Max-Age=\d{8}.*Secure/),
    ])
    const byCookie = await getPage('/', { ...wantsEnglish, cookie: 'kerf_language=de' })
    expect([byCookie.headers['content-language'], byCookie.headers['set-cookie']]).toEqual(['de', undefined])
    const secondChoice = await getPage('/?lang=en', { ...HTML, 'accept-language': 'de', cookie: 'kerf_language=de' })
    expect([secondChoice.headers['content-language'], secondChoice.headers['set-cookie']]).toEqual([
      'en',
      expect.stringMatching(/^kerf_language=en;/),
    ])
    const unknownLanguage = await getPage('/?lang=xx', { ...HTML, cookie: 'kerf_language=de' })
    expect([unknownLanguage.headers['content-language'], unknownLanguage.headers['set-cookie']]).toEqual([
      'de',
      undefined,
    ])
  })

  it('are empty for a video, and the 404 page for an unknown address', async () => {
    expect((await getPage('/?v=abc')).body).toMatch(/^en app/)
    expect((await getPage('/?url=https://youtu.be/x')).body).toMatch(/^en app/)
    const missingPage = await getPage('/nothing')
    expect(missingPage.statusCode).toBe(404)
    expect(missingPage.body).toMatch(/^en notFound/)
    expect((await getPage('/nothing', { accept: 'application/json' })).json().code).toBe('not_found')
    expect((await getPage('/api/nothing')).json().code).toBe('not_found')
    expect((await getPage('/pages/en/home.html')).statusCode).toBe(404)
    expect((await getPage('/pages.json', { accept: '*/*' })).statusCode).toBe(404)
  })

  it('redirect other spellings of their address, but never elsewhere', async () => {
    for (const path of ['/profile/', '/Profile', '/%70rofile'])
      expect([path, (await getPage(`${path}?tab=a`)).headers.location]).toEqual([path, '/profile?tab=a'])
    for (const path of ['//evil.example/', '/profile//', `/${'x'.repeat(5000)}`, '/%00', '/assets/']) {
      const { statusCode, headers } = await getPage(path)
      expect([path, statusCode, headers.location]).toEqual([path, 404, undefined])
    }
    expect((await getPage('//evil.example/')).body).toMatch(/^en notFound/)
  })

  it('may have a parameter in their path', async () => {
    for (const path of ['/receipts/8XK21573GH0918423', '/receipts/8XK21573GH0918423/', '/Receipts/a%20b']) {
      const { statusCode, body } = await getPage(path)
      expect([path, statusCode, body.slice(0, 10)]).toEqual([path, 200, 'en receipt'])
    }
    for (const path of ['/receipts/', '/receipts/a/b', '/receipts/:order/more', '/my/receipts/a'])
      expect([path, (await getPage(path)).statusCode]).toEqual([path, 404])
  })

  it('answer HEAD requests', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/profile', headers: { accept: '*/*' } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect((await app.inject({ method: 'POST', url: '/profile', headers: HTML })).statusCode).toBe(404)
  })

  it('are compressed if the browser supports it, and resent only after changes', async () => {
    const gzipPage = await getPage('/', { ...HTML, 'accept-encoding': 'gzip, deflate' })
    expect(gunzipSync(gzipPage.rawPayload).toString()).toMatch(/^en home/)
    const brotliPage = await getPage('/', { ...HTML, 'accept-encoding': 'gzip, deflate, br' })
    expect(brotliDecompressSync(brotliPage.rawPayload).toString()).toMatch(/^en home/)
    expect((await getPage('/', { ...HTML, 'accept-encoding': 'br;q=0' })).body).toMatch(/^en home/)
    const etag = String(gzipPage.headers.etag)
    const revalidation = await getPage('/', { ...HTML, 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect([revalidation.statusCode, revalidation.rawPayload.length]).toEqual([304, 0])
    for (const tags of [`W/${etag}`, `"other", ${etag}`])
      expect((await getPage('/', { ...HTML, 'accept-encoding': 'gzip', 'if-none-match': tags })).statusCode).toBe(304)
    expect((await getPage('/?lang=de', { ...HTML, 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('are reached from former addresses, in any spelling, with their query', async () => {
    expect((await getPage('/auth/signin')).headers.location).toBe('/signin')
    for (const path of ['/auth/signin', '/auth/signin/', '/Auth/SignIn'])
      expect((await getPage(`${path}?then=/batch`)).headers.location).toBe('/signin?then=/batch')
    expect((await getPage('/toString')).statusCode).toBe(404)
    expect((await getPage('/api/login')).headers.location).toBe('/signin')
  })

  it('are in the sitemap if search engines may list them', async () => {
    const sitemap = await getPage('/sitemap.xml')
    for (const language of ['en', 'de'])
      expect(sitemap.body).toContain(`<loc>https://kerf.example/?lang=${language}</loc>`)
    const alternates = [...sitemap.body.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].slice(0, 3)
    expect(alternates.map(([, language, address]) => [language, address])).toEqual([
      ['en', 'https://kerf.example/?lang=en'],
      ['de', 'https://kerf.example/?lang=de'],
      ['x-default', 'https://kerf.example/'],
    ])
    expect(sitemap.body).not.toContain('profile')
    expect((await getPage('/robots.txt')).body).toContain('Sitemap: https://kerf.example/sitemap.xml')
  })

  it('contain the requested host, but never an invalid one', async () => {
    const unnamedApp = await openApp(null)
    const requestFromHost = (host: string) => unnamedApp.inject({ method: 'GET', url: '/', headers: { ...HTML, host } })
    expect((await requestFromHost('kerf.home:8080')).body).toBe('en home at http://kerf.home:8080/')
    for (const host of ['"><script>', `${'a'.repeat(300)}.example`])
      expect((await requestFromHost(host)).body).toBe('en home at /')
    await unnamedApp.close()
  })
})

describe('the files of the web app', () => {
  it('are served in each built language, compressed if a compressed copy exists', async () => {
    const [english, german] = [await getPage('/assets/en-0a1b2c.js'), await getPage('/assets/de-0a1b2c.js')]
    expect([english.body, german.body]).toEqual(['plain', 'plain'])
    expect(english.headers['cache-control']).toContain('immutable')
    const gzipFile = await getPage('/assets/de-0a1b2c.js', { 'accept-encoding': 'gzip' })
    expect([gzipFile.body, gzipFile.headers['content-encoding']]).toEqual(['zipped', 'gzip'])
    const head = await app.inject({ method: 'HEAD', url: '/assets/de-0a1b2c.js?v=1' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('are served only under the names that they were built with', async () => {
    for (const path of [
      '/assets/en-0A1B2C.js',
      '/assets/en-0a1b2c.js/',
      '/en/assets/en-0a1b2c.js',
      '/assets/../../pages.json',
      '/assets/%2e%2e/%2e%2e/pages.json',
      '/assets/..%2f..%2fpages.json',
      '/assets',
      '/__proto__',
    ])
      expect([path, (await getPage(path, { accept: '*/*' })).statusCode]).toEqual([path, 404])
  })
})

describe('a server under a path', () => {
  const visit = async (path: string, headers: Record<string, string> = HTML) => {
    const homeApp = await openApp(new URL('https://home.example/kerf'), { passwords: 'off' })
    const answer = await homeApp.inject({ url: path, headers })
    await homeApp.close()
    return answer
  }

  it('puts the path into each page and each of its addresses', async () => {
    const { body } = await visit('/links')
    expect(body).toBe(
      [
        '<html data-base="/kerf" data-passwords="off" lang="en"><link href="https://home.example/kerf/links">',
        '<a href="/kerf/">a</a><a href="#b">b</a><a href="?lang=de">c</a><a href="//cdn.example/d">d</a>',
        '<script src="/kerf/assets/a.js"></script><form action="/kerf/"></form>&lt;a href=&quot;/&quot;&gt;',
      ].join(''),
    )
  })

  it('puts the path into all other addresses, too', async () => {
    expect((await visit('/Profile?tab=a')).headers.location).toBe('/kerf/profile?tab=a')
    expect((await visit('/auth/signin')).headers.location).toBe('/kerf/signin')
    expect((await visit('/api/login')).headers.location).toBe('/kerf/signin')
    expect((await visit('/?lang=de')).headers['set-cookie']).toMatch(/^kerf_language=de;.* Path=\/kerf;/)
    const addresses = (await visit('/sitemap.xml')).body.match(/https:\/\/home[^<"]+/g) ?? []
    expect(addresses.filter((address) => !address.startsWith('https://home.example/kerf/'))).toEqual([])
    expect((await visit('/robots.txt')).body.match(/\S*\/\S*/g)).toEqual([
      '/kerf/api/',
      '/kerf/admin',
      '/kerf/dashboard/',
      '/kerf/profile',
      'https://home.example/kerf/sitemap.xml',
    ])
  })
})

it("the operator's settings are in every page, with any characters", async () => {
  const appWithOptions = await openApp(null, { oidc: 'A & B "ID" <$&>' })
  const { body } = await appWithOptions.inject({ method: 'GET', url: '/profile', headers: HTML })
  expect(body).toBe('<html data-oidc="A &amp; B &quot;ID&quot; &lt;$&amp;&gt;" lang="en">en profile')
  await appWithOptions.close()
})

describe('a server that sells nothing', () => {
  beforeAll(() => {
    settings = { ...DEFAULT_SETTINGS, sellsPlans: false, takesPayments: false }
  })
  afterAll(() => {
    settings = DEFAULT_SETTINGS
  })

  it('serves each page without plans, in every language, from the next request on', async () => {
    for (const language of ['en', 'de'])
      expect((await getPage(`/profile?lang=${language}`)).body).toBe(
        `<html data-plans="off" lang="${language}">${language} profile without plans`,
      )
    settings = DEFAULT_SETTINGS
    expect((await getPage('/profile')).body).toBe('<html lang="en">en profile')
    settings = { ...DEFAULT_SETTINGS, sellsPlans: false }
  })

  it('has no page that sells plans, and does not list one', async () => {
    const page = await getPage('/subscription')
    expect([page.statusCode, page.body]).toEqual([404, 'en notFound without plans'])
    const sitemap = (await getPage('/sitemap.xml')).body
    expect(sitemap).not.toContain('/subscription')
    expect(sitemap).toContain('https://kerf.example/?lang=en')
  })
})

it('a server that sells plans but cannot be paid says so on its pages, and lists the plans', async () => {
  settings = { ...DEFAULT_SETTINGS, takesPayments: false }
  expect((await getPage('/profile')).body).toBe('<html data-payments="off" lang="en">en profile')
  settings = DEFAULT_SETTINGS
  expect((await getPage('/sitemap.xml')).body).toContain('/subscription')
})
