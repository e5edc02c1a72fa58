import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseRangeHeader } from '../http/byte-range.ts'

/** Sends a file from memory, or its requested range, as a good server does. */
export function sendHealthyMedia(exchange: {
  request: IncomingMessage
  response: ServerResponse
  media: Buffer
  contentType?: string
}): void {
  const { request, response, media, contentType = 'video/mp4' } = exchange
  const range = parseRangeHeader(request.headers.range, media.length)
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${media.length}`, 'content-length': 0 }).end()
    return
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: media.length - 1 }
  const body = media.subarray(start, end + 1)
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    'content-type': contentType,
    'content-length': body.length,
    'accept-ranges': 'bytes',
    ...(range.kind === 'part' ? { 'content-range': `bytes ${start}-${end}/${media.length}` } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The first and the last requested byte. Without a range, the whole file is requested. */
export function requestedRange({ request, media }: { request: IncomingMessage; media: Buffer }): {
  start: number
  end: number
} {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const lastByte = media.length - 1
  return { start: Number(start ?? 0), end: end ? Math.min(Number(end), lastByte) : lastByte }
}
