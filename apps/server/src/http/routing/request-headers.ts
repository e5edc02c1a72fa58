import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Brings headers into the one form that handlers and fastify read. */
export function simplifyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, method }) => {
    // Of several proxies in a row, the visitor came to the first. fastify reads the last.
    const scheme = headers['x-forwarded-proto']
    if (typeof scheme === 'string') headers['x-forwarded-proto'] = scheme.split(',', 1)[0]?.trim().toLowerCase()
    // RFC 9110, 14.2: only GET has ranges.
    if (method !== 'GET') delete headers.range
    // Many clients name a type with every call. A request without bytes has no body of any type.
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
  })
}

/** The origin by which this request came, as browsers write it: without the usual port of its scheme. Empty if its host is no name. */
export function originOfRequest({ host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  return URL.parse(`${protocol}://${host}`)?.origin ?? ''
}
