import { plainIpAddress } from '@kerf/domain/access/ip-address-block'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import type { FastifyRequest } from 'fastify'
import type { Caller, RequestOrigin } from '../../ports/accounts.ts'
import { LANGUAGE_COOKIE, pageLanguage } from '../pages/page-language.ts'

/** Maximum length of a stored `User-Agent`. Browsers send about half as many characters. */
const USER_AGENT_CHARACTERS = 256

/** IP address of the caller, from the trusted proxies in front or from the socket. */
export const readIpAddress = (request: FastifyRequest): string => plainIpAddress(request.ip)

export function readCaller(request: FastifyRequest): Caller {
  return {
    ipAddress: readIpAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null,
  }
}

export function callerLanguage(request: FastifyRequest): Language {
  const cookieValue = request.cookies[LANGUAGE_COOKIE]
  return pageLanguage({ inCookie: cookieValue, inHeader: request.headers['accept-language'] }, LANGUAGES) as Language
}

export function readRequestOrigin(request: FastifyRequest): RequestOrigin {
  return { caller: readCaller(request), language: callerLanguage(request) }
}
