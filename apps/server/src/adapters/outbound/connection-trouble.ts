import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import { errors } from 'undici'
import { SourceReadError, type Trouble } from '../../ports/sources.ts'
import { OutboundRefusedError } from './outbound-policy.ts'

/** Where a connection was to lead: the host, and whether by a proxy. */
export interface Destination {
  host: string
  isProxied: boolean
}

/** Codes of Node, OpenSSL and undici, by what they mean. */
const MEANINGS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED)/, 'dns'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'network'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO)/, 'tls'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)/, 'broken'],
]
/** Calls that ask a name server, whatever their error is: an absent one refuses the connection. */
const LOOKUP = /^(getaddrinfo|query)/
const TIMEOUT = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

/**
 * The failure of a connection as its nearest cause. A refused target, an unknown name and a name without an address look alike: a
 * stranger who could tell them apart would learn the names of an inner network.
 */
export function connectionFailure(error: unknown, { host, isProxied }: Destination): SourceReadError {
  const chain = chainOf(error)
  const refusal = chain.find((link) => link instanceof OutboundRefusedError)
  const systems = chain as { code?: unknown; syscall?: unknown }[]
  const codes = systems.map(({ code }) => code).filter((code) => typeof code === 'string')
  const systemCode = codes.find((code) => TIMEOUT.test(code) || meaningOf(code)) ?? codes[0]
  const isLookup = refusal !== undefined || systems.some(({ syscall }) => LOOKUP.test(String(syscall ?? '')))
  const isNoHttp = chain.some((link) => link instanceof errors.HTTPParserError)
  const told = isLookup ? 'dns' : isNoHttp ? 'broken' : meaningOf(systemCode ?? '')
  const where: Trouble = {
    host,
    ...(systemCode && { systemCode }),
    ...(refusal?.target && { forbidden: refusal.target }),
  }
  // What goes wrong on the way through a proxy is the proxy's, but for certificates: those are checked here.
  const reason = isProxied && !refusal && told !== 'tls' ? 'proxy' : told
  if (!isProxied && !isLookup && TIMEOUT.test(systemCode ?? '')) return late(where, error)
  return new SourceReadError('source_failed', 'The source could not be read.', {
    cause: error,
    trouble: reason ? { ...where, reason, about: host } : where,
  })
}

export const late = (trouble: Trouble, cause: unknown): SourceReadError =>
  new SourceReadError('source_timeout', 'The source did not answer in time.', { cause, trouble })

const meaningOf = (code: string): RefusalReason | null => MEANINGS.find(([pattern]) => pattern.test(code))?.[1] ?? null

/** The error, its causes, and what each was made of: an attempt by several addresses fails as all of them. */
function chainOf(error: unknown, depth = 0): object[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const parts = [...(Array.isArray(errors) ? errors : []), cause]
  return [error, ...parts.flatMap((part) => chainOf(part, depth + 1))]
}
