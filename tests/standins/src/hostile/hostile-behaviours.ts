import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { requestedRange, sendHealthyMedia } from './healthy-media.ts'
import type { HostileExchange } from './hostile-exchange.ts'
import { rawBehaviours } from './raw-behaviours.ts'

type Behaviour = (exchange: HostileExchange) => unknown

const HEALTHY_REQUESTS_BEFORE_FAILURE = 2
const SLOW_REDIRECT_DELAY_MILLISECONDS = 1600
const TRICKLE_INTERVAL_MILLISECONDS = 100
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 0x5a)
const HTML_PAGE = '<!DOCTYPE html><html><body><h1>Please sign in</h1></body></html>'
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'

/** All misbehaviours, by the path that selects each of them. */
export const hostileBehaviours = {
  '/healthy.mp4': sendHealthyMedia,
  '/stall-before-head.mp4': () => {},
  '/stall-in-body.mp4': stallInBody,
  '/trickle.mp4': trickle,
  '/short-body.mp4': breakOff,
  '/ignores-range.mp4': (exchange) => sendAs(exchange, 'video/mp4', exchange.media),
  '/wrong-start.mp4': (exchange) => sendWrongRange(exchange, { shift: 1, growth: 0 }),
  '/wrong-total.mp4': (exchange) => sendWrongRange(exchange, { shift: 0, growth: 1_000_000 }),
  '/changing-total.mp4': (exchange) => sendWrongRange(exchange, { shift: 0, growth: exchange.earlierRequests }),
  '/unreadable-content-range.mp4': (exchange) => sendPartial(exchange, 'bytes one-two/three'),
  '/then-403.mp4': (exchange) => failLater(exchange, 403),
  '/then-404.mp4': (exchange) => failLater(exchange, 404),
  '/then-416.mp4': (exchange) => failLater(exchange, 416),
  '/then-429.mp4': (exchange) => failLater(exchange, 429),
  '/then-500.mp4': (exchange) => failLater(exchange, 500),
  '/redirect-loop.mp4': (exchange) => redirect(exchange, '/redirect-loop.mp4'),
  '/redirect-chain.mp4': redirectChain,
  '/redirect-to-file.mp4': (exchange) => redirect(exchange, 'file:///etc/passwd'),
  '/redirect-to-loopback.mp4': (exchange) => redirect(exchange, `http://127.0.0.1:${exchange.trapPort}/`),
  '/redirect-to-localhost.mp4': (exchange) => redirect(exchange, `http://localhost:${exchange.trapPort}/`),
  '/redirect-to-decimal.mp4': (exchange) => redirect(exchange, `http://2130706433:${exchange.trapPort}/`),
  '/redirect-to-octal.mp4': (exchange) => redirect(exchange, `http://0177.0.0.1:${exchange.trapPort}/`),
  '/redirect-to-mapped.mp4': (exchange) => redirect(exchange, `http://[::ffff:127.0.0.1]:${exchange.trapPort}/`),
  '/redirect-to-metadata.mp4': (exchange) => redirect(exchange, 'http://169.254.169.254/latest/meta-data/'),
  '/endless.mp4': endless,
  '/empty.mp4': (exchange) => sendAs(exchange, 'video/mp4', Buffer.alloc(0)),
  '/page.html': (exchange) => sendAs(exchange, 'text/html', Buffer.from(HTML_PAGE)),
  '/html-called-video.mp4': (exchange) => sendAs(exchange, 'video/mp4', Buffer.from(HTML_PAGE)),
  '/multipart.mp4': multipart,
  '/zipped.mp4': (exchange) => sendZipped(exchange, 200),
  '/zipped-part.mp4': (exchange) => sendZipped(exchange, 206),
  '/called-text.mp4': (exchange) => sendHealthyMedia({ ...exchange, contentType: 'text/html' }),
  '/huge-total.mp4': (exchange) => sendWrongRange(exchange, { shift: 0, growth: 9e14 }),
  '/unknown-total.mp4': (exchange) => sendPartial(exchange, `bytes ${firstByte(exchange)}-${lastByte(exchange)}/*`),
  '/other-range.mp4': (exchange) => sendPartial(exchange, `bytes 7-${lastByte(exchange)}/${exchange.media.length}`),
  '/more-than-range.mp4': (exchange) =>
    sendPartial(exchange, `bytes ${firstByte(exchange)}-${lastByte(exchange) + 9}/${exchange.media.length}`),
  '/changing-etag.mp4': (exchange) => {
    exchange.response.setHeader('etag', `"${exchange.earlierRequests}"`)
    sendHealthyMedia(exchange)
  },
  '/403.mp4': (exchange) => sendStatus(exchange, 403),
  '/404.mp4': (exchange) => sendStatus(exchange, 404),
  '/410.mp4': (exchange) => sendStatus(exchange, 410),
  '/416.mp4': (exchange) => sendStatus(exchange, 416),
  '/429.mp4': (exchange) => sendStatus(exchange, 429),
  '/500.mp4': (exchange) => sendStatus(exchange, 500),
  '/503.mp4': (exchange) => sendStatus(exchange, 503),
  '/204.mp4': (exchange) => sendStatus(exchange, 204),
  '/304.mp4': (exchange) => sendStatus(exchange, 304),
  '/redirect-nowhere.mp4': (exchange) => redirect(exchange, 'http://['),
  '/redirect-to-silence.mp4': (exchange) => redirect(exchange, `http://127.0.0.1:${exchange.silentPort}/a.mp4`),
  '/redirect-to-silent-tls.mp4': (exchange) => redirect(exchange, `https://127.0.0.1:${exchange.silentPort}/a.mp4`),
  '/redirect-to-broken-tls.mp4': (exchange) =>
    redirect(exchange, `https://${exchange.request.headers.host}/healthy.mp4`),
  '/redirect-slowly.mp4': async (exchange) => {
    await pause(SLOW_REDIRECT_DELAY_MILLISECONDS)
    redirect(exchange, `/redirect-slowly.mp4?hop=${Number(exchange.url.searchParams.get('hop') ?? 0) + 1}`)
  },
  '/redirect-with-endless-body.mp4': (exchange) => {
    exchange.response.writeHead(302, { location: '/healthy.mp4' })
    return pipeline(repeatChunk, exchange.response)
  },
  ...rawBehaviours,
  '/playlist-called-video.mp4': (exchange) => sendAs(exchange, 'video/mp4', Buffer.from(PLAYLIST)),
} as const satisfies Record<string, Behaviour>

export type HostilePath = keyof typeof hostileBehaviours

function sendAs({ response }: HostileExchange, contentType: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body)
}

/** Sends a healthy head and half of the body, then nothing. The connection stays open. */
function stallInBody(exchange: HostileExchange): void {
  const body = sendHonestHead(exchange)
  exchange.response.write(body.subarray(0, body.length / 2))
}

/** Sends an honest head for the requested range, or for the whole file. Returns the body that has to follow it. */
function sendHonestHead(exchange: HostileExchange): Buffer {
  const { request, response, media } = exchange
  const body = media.subarray(firstByte(exchange), lastByte(exchange) + 1)
  const headers = { 'content-type': 'video/mp4', 'content-length': body.length }
  const range = { 'content-range': `bytes ${firstByte(exchange)}-${lastByte(exchange)}/${media.length}` }
  if (request.headers.range === undefined) response.writeHead(200, headers)
  else response.writeHead(206, { ...headers, ...range })
  return body
}

/** Sends the body byte by byte, with short pauses. */
async function trickle(exchange: HostileExchange): Promise<void> {
  const { response } = exchange
  const body = sendHonestHead(exchange)
  for (let position = 0; position < body.length && !response.destroyed; position += 1) {
    response.write(body.subarray(position, position + 1))
    await pause(TRICKLE_INTERVAL_MILLISECONDS)
  }
  response.end()
}

/** Sends half of the stated length, then ends the connection. */
function breakOff(exchange: HostileExchange): void {
  const body = sendHonestHead(exchange)
  exchange.response.write(body.subarray(0, body.length / 2))
  exchange.response.socket?.destroySoon()
}

/** Answers a range with the right bytes and a wrong Content-Range. */
function sendWrongRange(exchange: HostileExchange, error: { shift: number; growth: number }): void {
  const { start, end } = requestedRange(exchange)
  const total = exchange.media.length + error.growth
  sendPartial(exchange, `bytes ${start + error.shift}-${end + error.shift}/${total}`)
}

function sendPartial(exchange: HostileExchange, contentRange: string): void {
  const { start, end } = requestedRange(exchange)
  const body = exchange.media.subarray(start, end + 1)
  const headers = { 'content-type': 'video/mp4', 'content-length': body.length, 'content-range': contentRange }
  exchange.response.writeHead(206, headers).end(body)
}

/** Answers well at first, so that a cut has begun before it fails. */
function failLater(exchange: HostileExchange, status: number): void {
  if (exchange.earlierRequests < HEALTHY_REQUESTS_BEFORE_FAILURE) {
    sendHealthyMedia(exchange)
    return
  }
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {}
  exchange.response.writeHead(status, { 'content-type': 'text/plain', 'content-length': 0, ...headers }).end()
}

function redirect({ response }: HostileExchange, location: string): void {
  response.writeHead(302, { location, 'content-length': 0 }).end()
}

function sendStatus({ response }: HostileExchange, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end()
}

const firstByte = (exchange: HostileExchange): number => requestedRange(exchange).start
const lastByte = (exchange: HostileExchange): number => requestedRange(exchange).end

/** Answers a single range with two parts, which are allowed only for a list of ranges. */
function multipart(exchange: HostileExchange): void {
  const { media, response } = exchange
  const part = (from: number, to: number) =>
    `--part\r\ncontent-type: video/mp4\r\ncontent-range: bytes ${from}-${to}/${media.length}\r\n\r\n${media.toString('latin1', from, to + 1)}\r\n`
  const body = Buffer.from(`${part(0, 9)}${part(firstByte(exchange), lastByte(exchange))}--part--\r\n`, 'latin1')
  response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=part', 'content-length': body.length })
  response.end(body)
}

/** A zip bomb: one gigabyte of zeros when decompressed. */
function sendZipped(exchange: HostileExchange, status: 200 | 206): void {
  zipBomb ??= Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * 1024 * 1024))))
  const range =
    status === 206
      ? { 'content-range': `bytes ${firstByte(exchange)}-${lastByte(exchange)}/${exchange.media.length}` }
      : {}
  exchange.response
    .writeHead(status, { 'content-type': 'video/mp4', 'content-encoding': 'gzip', ...range })
    .end(zipBomb)
}
let zipBomb: Buffer | undefined

/** Redirects forever, each time to a new address. */
function redirectChain(exchange: HostileExchange): void {
  const hop = Number(exchange.url.searchParams.get('hop') ?? 0)
  redirect(exchange, `/redirect-chain.mp4?hop=${hop + 1}`)
}

/** Sends a body without length and without end, as fast as the client reads it. */
async function endless({ response }: HostileExchange): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4' })
  // The pipeline ends only with an error, when the client disconnects.
  await pipeline(repeatChunk, response)
}

function* repeatChunk(): Generator<Buffer> {
  for (;;) yield ENDLESS_CHUNK
}
