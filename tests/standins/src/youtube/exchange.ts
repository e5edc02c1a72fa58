import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog, StandinRequest } from './net/request-log.ts'

/** One request, its answer, and its line in the log. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  logEntry: StandinRequest
  /** Public IP address of the requester. */
  from: string
}

/** Opens the exchange: logs the request and works out its full URL. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  log: RequestLog,
  from: string,
): Exchange {
  const host = (request.headers.host ?? 'www.youtube.com').replace(/:\d+$/, '').toLowerCase()
  const url = new URL(request.url ?? '/', `https://${host}`)
  const logEntry = log.add({
    method: request.method ?? '',
    host,
    path: url.pathname,
    query: url.search.slice(1),
    range: request.headers.range ?? null,
    status: null,
    bytes: 0,
    refused: false,
  })
  return { request, response, url, logEntry, from }
}

/** Sends the head. The status is logged before the client gets it. */
export function sendHead(exchange: Exchange, status: number, headers: Record<string, string | number>): void {
  exchange.logEntry.status = status
  exchange.response.writeHead(status, headers)
}

/** Sends a whole answer. */
export function send(
  exchange: Exchange,
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(body)
  sendHead(exchange, status, { 'content-type': contentType, 'content-length': bytes.length, ...headers })
  exchange.logEntry.bytes = bytes.length
  exchange.response.end(bytes)
}

export function sendJson(exchange: Exchange, value: unknown, status = 200): void {
  send(exchange, status, 'application/json; charset=UTF-8', JSON.stringify(value))
}

export function sendNotFound(exchange: Exchange): void {
  send(exchange, 404, 'text/plain', '')
}

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The request's body as text. */
export async function readBody(exchange: Exchange): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of exchange.request) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_BODY_BYTES) throw new Error('the stand-in was sent a body that no client of YouTube sends')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
