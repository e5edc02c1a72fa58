import { withoutPort } from '@kerf/domain/access/address-block'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import type { FastifyRequest } from 'fastify'
import type { Caller, From } from '../../ports/accounts.ts'
import { LANGUAGE_COOKIE, pageLanguage } from '../pages/page-language.ts'

/** Browsers introduce themselves in about half of this. */
const USER_AGENT_CHARACTERS = 256

/** As the proxies in front say it, or the socket. */
export const addressOf = (request: FastifyRequest): string => withoutPort(request.ip)

/** Where a request comes from. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null,
  }
}

/** The language to write to this caller in: the one they read the page in. */
export function callerLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE]
  return pageLanguage({ chosen, accepted: request.headers['accept-language'] }, LANGUAGES) as Language
}

/** Where a request comes from, and the language to write back in. */
export function fromOf(request: FastifyRequest): From {
  return { caller: callerOf(request), language: callerLanguage(request) }
}
