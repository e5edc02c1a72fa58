import * as contract from '@kerf/contract/share'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ShareWithClip } from '../ports/clips.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { readingInTime, refused } from '../use-cases/shared/outcome.ts'
import { basePathOf } from '../use-cases/shared/site-address.ts'
import { endShareOfUser, listShares } from '../use-cases/shares/listed-shares.ts'
import { findShare, isUsedUp, openShare, secondsLeftOf } from '../use-cases/shares/open-share.ts'
import { endShare, readShare, shareDownload } from '../use-cases/shares/own-share.ts'
import { callerLanguage } from './callers/caller.ts'
import { sendFile } from './files/send-file.ts'
import {
  AUDIO_PLAYER,
  describeShare,
  embedPage,
  type SharePageOptions,
  sharePage,
  sharePolicy,
  shareRefusalPage,
} from './pages/share-page.ts'
import { safeSiteAddress } from './pages/web-pages.ts'
import { sendRefusal } from './routing/refusal.ts'
import { siteAddressFor } from './routing/request-headers.ts'
import { keepFromSearch, openToOtherSites } from './routing/response-headers.ts'
import { adminRoute, donePage, route } from './routing/route.ts'

/** Limit for one IP address. Each call writes to the database. */
const SHARES_PER_MINUTE = 60
const POSTER_TIMEOUT_MILLISECONDS = 20_000
/** Width of an embed without a width of its own, in pixels. */
const EMBED_WIDTH = 640

type ShareDeps = Deps<'database' | 'files' | 'clock' | 'caches' | 'log' | 'posters'>
type TokenRequest = FastifyRequest<{ Params: { token: string } }>

/** Calls of owners and admins about public pages, and the pages themselves. */
export function shareRoutes(app: FastifyInstance, deps: ShareDeps): void {
  const limit = { callsPerMinute: SHARES_PER_MINUTE }
  route(
    app,
    contract.shareDownload,
    ({ params: { id }, viewer, request }) => shareDownload(deps, { id, viewer, site: siteAddressFor(request) }),
    limit,
  )
  route(app, contract.readShare, ({ params: { id }, viewer, request }) =>
    readShare(deps, { id, viewer, site: siteAddressFor(request) }),
  )
  route(app, contract.endShare, ({ params: { id }, viewer }) => endShare(deps, { id, viewer }))
  adminRoute(app, deps, contract.listShares, async ({ query, reply }) => donePage(reply, await listShares(deps, query)))
  adminRoute(app, deps, contract.endShareOfUser, ({ params: { id }, by }) => endShareOfUser(deps, { id, by }))
  publicPages(app, deps)
}

/**
 * Pages of shared clips. They read no session and set no cookie. Other sites may show their files, but only the embed
 * may be framed.
 */
function publicPages(app: FastifyInstance, deps: ShareDeps): void {
  const { addressesOrigin } = deps.files
  const policies = { page: sharePolicy('page', addressesOrigin), embed: sharePolicy('embed', addressesOrigin) }
  const config = { isPublicPage: true }

  const optionsOf = (request: FastifyRequest): SharePageOptions => ({
    site: safeSiteAddress(request),
    basePath: basePathOf(request.server.publicUrl),
    language: callerLanguage(request),
    now: deps.clock.now(),
  })

  /** Sends a page, unless the clip is gone or its daily byte limit is used up. */
  async function sendPage(
    request: TokenRequest,
    reply: FastifyReply,
    page: 'page' | 'embed',
    write: (details: ShareWithClip, options: SharePageOptions) => string,
  ) {
    const options = optionsOf(request)
    const lookup = await findShare(deps, request.params.token)
    setPageHeaders(reply, page, policies[page])
    if (!lookup.ok) return reply.code(404).send(shareRefusalPage('gone', options))
    const { share } = lookup.value
    if (isUsedUp(share, options.now))
      return reply
        .code(429)
        .header('retry-after', String(secondsLeftOf(options.now)))
        .send(shareRefusalPage('rests', options))
    if (request.method === 'GET') await deps.database.records.shares.noteOpened(share.token)
    return reply.send(write(lookup.value, options))
  }

  app.get('/c/:token', { config }, (request: TokenRequest, reply) => sendPage(request, reply, 'page', sharePage))
  app.get('/c/:token/embed', { config }, (request: TokenRequest, reply) => sendPage(request, reply, 'embed', embedPage))

  app.get('/c/:token/file', { config }, async (request: TokenRequest, reply) => {
    openToOtherSites(reply)
    const file = await openShare(deps, request.params.token)
    if (!file.ok) return sendRefusal(reply, file)
    const { container, fileName, ...storedFile } = file.value
    const isSaved = Object.hasOwn(request.query as object, 'save')
    await sendFile(request, reply, {
      ...storedFile,
      mediaType: mediaTypeOf(container),
      ...(isSaved ? { saveAs: fileName } : { showAs: fileName }),
      cacheControl: 'private, no-store',
    })
    return reply
  })

  app.get('/c/:token/poster.jpg', { config }, async (request: TokenRequest, reply) => {
    openToOtherSites(reply)
    const lookup = await findShare(deps, request.params.token)
    if (!lookup.ok) return sendRefusal(reply, lookup)
    const { fileKey, sizeBytes, receipt } = lookup.value.clip
    if (!receipt?.size || fileKey === null) return sendRefusal(reply, refused('not_found'))
    const clip = { fileKey, sizeBytes: sizeBytes ?? receipt.clipBytes, ...receipt.size }
    const signal = AbortSignal.timeout(POSTER_TIMEOUT_MILLISECONDS)
    const poster = await readingInTime(signal, () => deps.posters.draw(clip, signal))
    if (!poster.ok) return sendRefusal(reply, poster)
    return reply.type('image/jpeg').header('cache-control', 'private, no-store').send(Buffer.from(poster.value))
  })

  app.get('/oembed', { config }, async (request, reply) => {
    openToOtherSites(reply)
    const { url, format = 'json', ...bounds } = request.query as Record<string, unknown>
    // oEmbed: 501 for a format that the provider does not write.
    if (format !== 'json') return reply.code(501).send()
    const options = optionsOf(request)
    const token = typeof url === 'string' ? tokenIn(url, options) : null
    const lookup = token === null ? refused('not_found') : await findShare(deps, token)
    if (!lookup.ok) return sendRefusal(reply, lookup)
    const answer = oembedOf(lookup.value, options, bounds)
    return answer ? reply.header('cache-control', 'no-store').send(answer) : sendRefusal(reply, refused('not_found'))
  })
}

function setPageHeaders(reply: FastifyReply, page: 'page' | 'embed', policy: string): void {
  keepFromSearch(reply)
  if (page === 'embed') reply.raw.removeHeader('x-frame-options')
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-store')
    .header('vary', 'Accept-Language, Cookie')
}

/** Token of a page of this site; null for any other address. */
function tokenIn(address: string, { site }: SharePageOptions): string | null {
  const path = address.startsWith(`${site}/c/`) ? address.slice(`${site}/c/`.length) : ''
  return /^([\w-]{22})(?:\/embed)?(?:[?#].*)?$/.exec(path)?.[1] ?? null
}

/** Answer of https://oembed.com, within the size that the caller requests; null for an image that is larger. */
function oembedOf(
  whole: ShareWithClip,
  options: SharePageOptions,
  { maxwidth, maxheight }: { maxwidth?: unknown; maxheight?: unknown },
) {
  const { kind, title, size, image, embedAddress } = describeShare(whole, options)
  const maxSize = {
    width: Number(maxwidth) || Number.POSITIVE_INFINITY,
    height: Number(maxheight) || Number.POSITIVE_INFINITY,
  }
  const fits = (imageSize: Size): boolean => imageSize.width <= maxSize.width && imageSize.height <= maxSize.height
  const secondsLeft = ((whole.clip.expiresAt ?? options.now).getTime() - options.now.getTime()) / 1000
  const facts = {
    version: '1.0',
    title,
    provider_name: PRODUCT_NAME,
    provider_url: `${options.site}/`,
    cache_age: Math.max(0, Math.floor(secondsLeft)),
  }
  if (kind === 'image')
    return image?.size && fits(image.size) ? { ...facts, type: 'photo', url: image.address, ...image.size } : null
  const shownSize =
    kind === 'video' && size
      ? shrunk(size, { width: Math.min(maxSize.width, EMBED_WIDTH), height: maxSize.height })
      : { ...AUDIO_PLAYER, width: Math.min(maxSize.width, AUDIO_PLAYER.width) }
  const frame = `<iframe src="${embedAddress}" width="${shownSize.width}" height="${shownSize.height}" allow="fullscreen" style="border:0"></iframe>`
  const thumbnail = image?.size && fits(image.size) ? image : null
  return {
    ...facts,
    type: kind === 'video' ? 'video' : 'rich',
    html: frame,
    ...shownSize,
    ...(thumbnail?.size && {
      thumbnail_url: thumbnail.address,
      thumbnail_width: thumbnail.size.width,
      thumbnail_height: thumbnail.size.height,
    }),
  }
}

type Size = { width: number; height: number }

/** A size with the same shape that is no larger than `maxSize`. */
function shrunk({ width, height }: Size, maxSize: Size): Size {
  const scale = Math.min(1, maxSize.width / width, maxSize.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route serves public pages, which have a policy and limits of their own. */
    isPublicPage?: boolean
  }
}
