import { nameOfSource } from '@kerf/domain/links/source-ids'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { SHARE_PAGE_SENTENCES } from '@kerf/messages/share-page-sentences'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../use-cases/shared/deps.ts'
import { type DescribedLink, describeLink, readLinkImage } from '../use-cases/videos/describe-link.ts'
import { metaTags, previewTags } from './pages/meta-tags.ts'
import { safeSiteAddress } from './pages/web-pages.ts'
import { sendRefusal } from './routing/refusal.ts'

type UnfurlDeps = Deps<'database' | 'presets' | 'sources'>

const IMAGES_PER_MINUTE = 60
const IMAGE_TIMEOUT_MILLISECONDS = 10_000

/** Images for previews of links to a trim, passed on by this server. */
export function unfurlRoutes(app: FastifyInstance, deps: UnfurlDeps): void {
  const config = { isPublicPage: true, rateLimit: { max: IMAGES_PER_MINUTE, timeWindow: 60_000 } }
  app.get('/unfurl/youtube/:file', { config }, async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const [, videoId = ''] = /^([\w-]{11})\.jpg$/.exec(request.params.file) ?? []
    const image = await readLinkImage(deps, videoId, AbortSignal.timeout(IMAGE_TIMEOUT_MILLISECONDS))
    if (!image.ok) return sendRefusal(reply, image)
    return reply
      .type(image.value.mediaType)
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(Buffer.from(image.value.bytes))
  })
}

/** Tags by which a chat shows a link to a trim: title, range and image. Empty for all other addresses. */
export async function trimTags(deps: UnfurlDeps, request: FastifyRequest, language: Language): Promise<string> {
  const query = request.query as Record<string, unknown>
  const link = typeof query.url === 'string' ? await describeLink(deps, query.url) : null
  if (!link) return ''
  const { page } = SHARE_PAGE_SENTENCES[language]
  const site = safeSiteAddress(request)
  const title = link.title ?? page.untitled(sourceNameOf(link))
  const times = parseTimes(query, page)
  const image = findImage(link)
  const description = times === null ? page.anyPart : page.description(times)
  const tags = previewTags({
    address: `${site}/?${addressQuery(query)}`,
    type: 'website',
    card: image ? 'summary_large_image' : 'summary',
    title,
    description,
    image: image === null ? null : { address: site + image, size: null },
  })
  return metaTags(tags).html
}

function sourceNameOf({ source, reference }: DescribedLink): string {
  return nameOfSource(source) ?? (URL.parse(reference)?.hostname || PRODUCT_NAME)
}

function findImage({ source, reference, hasImage }: DescribedLink): string | null {
  if (source === 'sample') return '/sample/sample.jpg'
  return hasImage ? `/unfurl/youtube/${reference}.jpg` : null
}

/** Several ranges in an address: `30-42.5,1:00-1:10`. */
const RANGES_PATTERN = /^[\d:.]+-[\d:.]+(?:,[\d:.]+-[\d:.]+)*$/

/** Times that the address names; null for none. */
function parseTimes(
  { start, end, ranges }: Record<string, unknown>,
  page: (typeof SHARE_PAGE_SENTENCES)['en']['page'],
): string | null {
  const count = typeof ranges === 'string' && RANGES_PATTERN.test(ranges) ? ranges.split(',').length : 1
  if (count > 1 && count <= MAX_CLIP_RANGES) return page.joined(count)
  const [from, to] = [start, end].map((time) => (typeof time === 'string' ? parseTimecode(time) : null))
  return from != null && to != null && from < to ? page.range(shortTimecode(from), shortTimecode(to)) : null
}

/** Query of the trim, without parameters that belong to a viewer. */
function addressQuery(query: Record<string, unknown>): string {
  const parts = ['url', 'start', 'end', 'ranges', 'lang'].flatMap((name) => {
    const value = query[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return new URLSearchParams(parts).toString()
}
