import { type CallInput, callApi } from '@kerf/contract/protocol/client'
import type { AnswerOf, Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerOf<E>>

/** Headers that identify the caller, their IP address and the proxies in front. */
const CALLER_HEADERS = [
  'host',
  'authorization',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
]

/**
 * Calls this server's own API for a caller, without a socket. A tool therefore has the permissions and limits of its
 * caller. Throws ApiError.
 */
export function apiCaller(app: FastifyInstance, caller: FastifyRequest, cookie: string | null): CallApi {
  const headers = Object.fromEntries(
    CALLER_HEADERS.flatMap((name) => (caller.headers[name] === undefined ? [] : [[name, caller.headers[name]]])),
  )
  const inject = async (path: string, { method, headers: callHeaders, body }: RequestInit): Promise<Response> => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...headers, ...(callHeaders as Record<string, string>), ...(cookie && { cookie }) },
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
