import { type CallInput, callApi } from '@kerf/contract/protocol/client'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerOf<E>>

/** What says who calls, from where and over which proxies. */
const CALLER_HEADERS = [
  'host',
  'authorization',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
]

/**
 * Calls this server's own API for somebody, without a socket. So a tool may do what its caller may do by the API, within the
 * same limits. Throws ApiError.
 */
export function apiCaller(app: FastifyInstance, caller: FastifyRequest, cookie: string | null): CallApi {
  const headers = Object.fromEntries(
    CALLER_HEADERS.flatMap((name) => (caller.headers[name] === undefined ? [] : [[name, caller.headers[name]]])),
  )
  const inject = async (path: string, { method, headers: own, body }: RequestInit): Promise<Response> => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...headers, ...(own as Record<string, string>), ...(cookie && { cookie }) },
      ...(typeof body === 'string' ? { payload: body } : {}),
      remoteAddress: caller.socket.remoteAddress ?? '',
    })
    const isEmpty = answer.statusCode === 204
    return new Response(isEmpty ? null : answer.body, {
      status: answer.statusCode,
      headers: { ...(answer.headers['retry-after'] && { 'retry-after': String(answer.headers['retry-after']) }) },
    })
  }
  return (endpoint, input = {}) => callApi(endpoint, input, inject as typeof fetch)
}
