import { plainAddress } from '@kerf/domain/access/address-block'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import type { FastifyRequest } from 'fastify'
import type { Caller, From } from '../../ports/accounts.ts'
import { LANGUAGE_COOKIE, pageLanguage } from '../pages/page-language.ts'

/** Browsers introduce themselves in about half of this. */
const USER_AGENT_CHARACTERS = 256

/** As the proxies in front say it, or the socket. */
export const addressOf = (request: FastifyRequest): string => plainAddress(request.ip)

export function callerOf(request: FastifyRequest): Caller {
  return {
    address: addressOf(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null,
  }
}

export function callerLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies[LANGUAGE_COOKIE]
  return pageLanguage({ chosen, accepted: request.headers['accept-language'] }, LANGUAGES) as Language
}

export function fromOf(request: FastifyRequest): From {
  return { caller: callerOf(request), language: callerLanguage(request) }
}
