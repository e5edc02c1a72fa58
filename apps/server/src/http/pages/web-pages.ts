import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { AccessMode } from '@kerf/domain/access/access-mode'
import { namesOfSites } from '@kerf/domain/links/source-ids'
import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import { escapeHtml } from '@kerf/domain/text/escape-html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused } from '../../use-cases/shared/outcome.ts'
import { basePathOf } from '../../use-cases/shared/site-address.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isOverHttps, siteAddressFor } from '../routing/request-headers.ts'
import { findLanguage, LANGUAGE_COOKIE, pageLanguage } from './page-language.ts'

const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 3600
/** With these parameters the home page shows a video, so its prerendered document does not fit. */
const VIDEO_PARAMETERS = ['v', 'url']
/** Hosts that may be written into a document, with or without a port. No valid name is longer than DNS allows. */
const SAFE_HOST_PATTERN = /^[a-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9a-f:.]{2,45}\](:\d{1,5})?$/i

/**
 * Answers the web app's pages: the document in the visitor's language, or the 404 page for an unknown address.
 * @param readTags further tags of a page that shows a video
 */
export async function webPages(
  app: FastifyInstance,
  webDirectory: string,
  readSettings: () => Promise<PageSettings>,
  readTags: (request: FastifyRequest, language: string) => Promise<string>,
  options: SiteOptions = {},
): Promise<void> {
  const basePath = basePathOf(app.publicUrl)
  const documents = await openPageDocuments(webDirectory, basePath, options)
  app.get('/api/login', async (_request, reply) =>
    reply.redirect(basePath + (documents?.index.formerPaths['/auth/signin'] ?? '/'), 302),
  )

  app.get('/robots.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return robotsText(safeSiteAddress(request), basePath)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    if (!documents) return reply.callNotFound()
    reply.type('application/xml; charset=utf-8')
    return sitemapXml(servedIndex(documents.index, await readSettings()), safeSiteAddress(request))
  })

  app.get('/', async (request, reply) => sendPage(request, reply, await readSettings()))
  // A body for an unknown address is not read: the refusal closes the connection.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isReading(request)) return undefined
    return sendRefusal(reply.header('connection', 'close'), refused('not_found'))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const wantsPage = !path.startsWith('/api/') && (request.headers.accept?.includes('text/html') ?? false)
    const isPage = documents?.index.pages.some((page) => isAt(page.path, path)) ?? false
    if (!isReading(request) || !(wantsPage || isPage)) return sendRefusal(reply, refused('not_found'))
    return sendPage(request, reply, await readSettings())
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply, settings: PageSettings) {
    if (!documents)
      return sendRefusal(reply, refused('not_found', { details: 'The web app is not built: npm run build.' }))
    const path = pathOf(request)
    const index = servedIndex(documents.index, settings)
    const query = request.query as Record<string, string | undefined>
    const plainPath = plainSpelling(path)
    const newPath = Object.hasOwn(index.formerPaths, plainPath) ? index.formerPaths[plainPath] : undefined
    if (newPath) return reply.redirect(basePath + newPath + request.url.slice(path.length), 302)

    const inAddress = findLanguage(typeof query.lang === 'string' ? query.lang : undefined, index.languages)
    const inCookie = request.cookies[LANGUAGE_COOKIE]
    const inHeader = request.headers['accept-language']
    const language = pageLanguage({ inAddress, inCookie, inHeader }, index.languages)
    if (inAddress && inCookie !== inAddress) rememberLanguage(request, reply, inAddress)

    const page = index.pages.find((candidate) => isAt(candidate.path, path))
    const misspeltPage = page ? undefined : index.pages.find((candidate) => candidate.path === plainPath)
    if (misspeltPage) return reply.redirect(basePath + misspeltPage.path + request.url.slice(path.length), 302)
    const showsVideo = path === '/' && VIDEO_PARAMETERS.some((name) => name in query)
    const id = showsVideo ? 'app' : (page?.id ?? 'notFound')
    const encoding = encodingFor(request.headers['accept-encoding'])
    const tags = showsVideo && settings.access === 'public' ? await readTags(request, language) : ''
    const document = await documents.read({
      id,
      language,
      encoding,
      address: safeSiteAddress(request),
      settings,
      tags,
    })
    reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({
        // The document names its files by hash, so browsers must revalidate it after an update.
        'cache-control': 'no-cache',
        etag: document.etag,
        vary: 'Accept-Encoding, Accept-Language, Cookie',
        'content-language': language,
      })
    if (page && includesEtag(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(document.bytes)
  }
}

/** Index of the pages of this server. Where nothing is sold, there is no page that sells plans. */
function servedIndex(index: PageIndex, { sellsPlans }: PageSettings): PageIndex {
  return sellsPlans ? index : { ...index, pages: index.pages.filter(({ id }) => id !== 'subscription') }
}

/** Whether a path leads to this page. `:order` stands for any one segment; paths with it are compared without case. */
function isAt(pagePath: string, path: string): boolean {
  if (!pagePath.includes(':')) return pagePath === path
  return new RegExp(`^${pagePath.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(path)
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/'

/** One spelling of a path for comparison: `/Terms/` and `/%74erms` become `/terms`, as the page's router reads them. */
function plainSpelling(path: string): string {
  try {
    return decodeURI(path).toLowerCase().replace(/\/$/, '')
  } catch {
    return path
  }
}

/** Whether `If-None-Match` has this etag: as one of several, or as a weak one of a proxy that compresses. */
function includesEtag(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

function rememberLanguage(request: FastifyRequest, reply: FastifyReply, language: string): void {
  const isSecure = isOverHttps(request)
  const path = basePathOf(request.server.publicUrl) || '/'
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: LANGUAGE_COOKIE_SECONDS,
  })
}

/** Address of this site: of PUBLIC_URL, else of the request. Empty if the request's host is no valid name. */
export function safeSiteAddress(request: FastifyRequest): string {
  return request.server.publicUrl || SAFE_HOST_PATTERN.test(request.host) ? siteAddressFor(request) : ''
}

function encodingFor(acceptEncoding: string | string[] | undefined): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(String(acceptEncoding ?? ''))) return 'br'
  return takesGzip(acceptEncoding) ? 'gzip' : 'identity'
}

/** Whether a client with this `Accept-Encoding` reads gzip. */
export function takesGzip(acceptEncoding: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(?![.\d]))/.test(String(acceptEncoding ?? ''))
}

function robotsText(address: string, basePath: string): string {
  const paths = ['/api/', '/admin', '/dashboard/', '/profile'].map((path) => `Disallow: ${basePath}${path}`)
  return ['User-agent: *', ...paths, '', `Sitemap: ${address}/sitemap.xml`, ''].join('\n')
}

function sitemapXml({ pages, languages }: PageIndex, address: string): string {
  const urls = pages
    .filter((page) => page.listed)
    .flatMap(({ path }) =>
      languages.map((language) => {
        const alternates = languages.map(
          (code) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address}${path}?lang=${code}"/>`,
        )
        const defaultLink = `<xhtml:link rel="alternate" hreflang="x-default" href="${address}${path}"/>`
        return `  <url><loc>${address}${path}?lang=${language}</loc>${alternates.join('')}${defaultLink}</url>`
      }),
    )
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls.join('\n')}\n</urlset>\n`
}

const pageIndex = z.object({
  languages: z.array(z.string()).min(1),
  pages: z.array(z.object({ path: z.string(), id: z.string(), listed: z.boolean() })),
  formerPaths: z.record(z.string(), z.string()),
})
type PageIndex = z.output<typeof pageIndex>

/**
 * Options of the operator that are not the default, as data attributes of the page's root: `data-oidc="Example ID"`.
 */
export type SiteOptions = Readonly<Record<string, string>>

const attributesOf = (options: SiteOptions): string =>
  Object.entries(options)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')

type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Folder of the pages' documents, next to the languages' folders. Documents are served by the page's address, not by
 * file name.
 */
export const PAGES_FOLDER = 'pages'
/** Folder of the documents for servers that sell nothing, inside the folder of each language. */
const WITHOUT_PLANS_FOLDER = 'without-plans'
/** Placeholder in the built documents for the address of the site. */
const ORIGIN_PLACEHOLDER = 'https://origin.invalid'
/** Attributes of the built documents with a path of this site. */
const OWN_PATHS_PATTERN = /\b(href|src|action)="\/(?!\/)/g
/**
 * Addresses with documents of their own. A document costs 20 ms, so requests with invented `Host` headers share one
 * without address.
 */
const MAX_ADDRESSES = 8
const MAX_CACHED_DOCUMENTS = 1000
const POLL_INTERVAL_MILLISECONDS = 100
/** One minute, several times the build of all languages. */
const MAX_WAITS = 600

/** Index of the built web app's pages; null when it is not built. */
export async function readPageIndex(webDirectory: string): Promise<PageIndex | null> {
  const text = await readFile(join(webDirectory, 'pages.json'), 'utf8').catch(() => null)
  return text === null ? null : pageIndex.parse(JSON.parse(text))
}

/** The documents of the built web app's pages; null when it is not built. */
async function openPageDocuments(webDirectory: string, basePath: string, siteOptions: SiteOptions) {
  const index = await readPageIndex(webDirectory)
  if (index === null) return null
  const cachedDocuments = new Map<string, { bytes: Buffer; etag: string }>()
  const addresses = new Set<string>()
  const options = { ...(basePath && { base: basePath }), ...siteOptions }
  return {
    index,
    async read({ id, language, encoding, address: requestAddress, settings, tags }: DocumentRequest) {
      if (addresses.size < MAX_ADDRESSES) addresses.add(requestAddress)
      const address = addresses.has(requestAddress) ? requestAddress : ''
      const attributes = attributesOf({ ...settingAttributes(settings), ...options })
      const key = [id, language, encoding, attributes, address].join('\n')
      // Tags differ with each link, so a document with them is not cached.
      const cachedDocument = tags === '' ? cachedDocuments.get(key) : undefined
      if (cachedDocument) return cachedDocument
      const folder = join(webDirectory, PAGES_FOLDER, language)
      await waitForFolder(folder)
      const variant = settings.sellsPlans ? '' : WITHOUT_PLANS_FOLDER
      const template = await readFile(join(folder, variant, `${id}.html`), 'utf8')
      const document = template
        .replaceAll(ORIGIN_PLACEHOLDER, address)
        .replace(OWN_PATHS_PATTERN, `$1="${basePath}/`)
        .replace('<html', () => `<html${attributes}`)
        .replace('</head>', () => `${tags}</head>`)
      const bytes = encode(document, encoding)
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
      if (cachedDocuments.size >= MAX_CACHED_DOCUMENTS) cachedDocuments.clear()
      if (tags === '') cachedDocuments.set(key, { bytes, etag })
      return { bytes, etag }
    },
  }
}

/** Waits for a language of the web app. `npm start` serves the first one while it still builds the others. */
async function waitForFolder(folder: string): Promise<void> {
  for (let wait = 0; wait < MAX_WAITS && !existsSync(folder); wait++) await setTimeout(POLL_INTERVAL_MILLISECONDS)
}

interface DocumentRequest {
  id: string
  language: string
  encoding: Encoding
  address: string
  settings: PageSettings
  /** Further tags of the head, as HTML. */
  tags: string
}

/** Settings that the page reads from its document. */
export interface PageSettings {
  /** Access mode of the server. */
  access: AccessMode
  /** Kinds of links that the server accepts. */
  sources: readonly SwitchableSource[]
  sellsPlans: boolean
  /** Whether plans are sold and a payment provider is set up. */
  takesPayments: boolean
}

function settingAttributes({ access, sources, sellsPlans, takesPayments }: PageSettings): SiteOptions {
  const sites = namesOfSites(sources)
  const isUsual = sources.length === 1 && sources[0] === 'youtube'
  return {
    ...(access !== 'public' && { access }),
    ...(!isUsual && { sources: sources.join(' ') }),
    ...(sites.length > 0 && { sites: `${sites.join(', ')}. ` }),
    ...(!sellsPlans && { plans: 'off' }),
    ...(sellsPlans && !takesPayments && { payments: 'off' }),
  }
}

function encode(document: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(document)
  if (encoding === 'br') return brotliCompressSync(document, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return Buffer.from(document)
}
