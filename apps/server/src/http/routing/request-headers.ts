import type { FastifyInstance, FastifyRequest } from 'fastify'
import { siteAddressOf } from '../../use-cases/shared/site-address.ts'

/** Brings headers into the form that handlers and fastify read. */
export function simplifyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, method }) => {
    // The visitor connects to the first of several proxies, but fastify reads the scheme of the last.
    const scheme = headers['x-forwarded-proto']
    if (typeof scheme === 'string') headers['x-forwarded-proto'] = scheme.split(',', 1)[0]?.trim().toLowerCase()
    // RFC 9110, 14.2: only GET has ranges.
    if (method !== 'GET') delete headers.range
    // Many clients send a content type with every call, even without a body.
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
  })
}

/**
 * Origin of this request as browsers write it: without the default port of its scheme. Empty if its host is no valid
 * name.
 */
export function originOfRequest({ host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  return URL.parse(`${protocol}://${host}`)?.origin ?? ''
}

/** Address of this site, without a slash at its end: of PUBLIC_URL, else of the request. */
export function siteAddressFor(request: FastifyRequest): string {
  const { publicUrl } = request.server
  return publicUrl ? siteAddressOf(publicUrl) : originOfRequest(request)
}

/** Whether people use https. PUBLIC_URL says so behind an untrusted proxy that terminates TLS. */
export function isOverHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.server.publicUrl?.protocol === 'https:'
}
