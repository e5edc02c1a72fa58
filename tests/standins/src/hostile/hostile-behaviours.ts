import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { requestedRange, sendHealthyMedia } from './healthy-media.ts'
import { rawBehaviours } from './raw-behaviours.ts'
import type { Scene } from './scene.ts'

type Behaviour = (scene: Scene) => unknown

const HEALTHY_REQUESTS_BEFORE_FAILURE = 2
const SLOW_REDIRECT_MILLISECONDS = 1600
const TRICKLE_MILLISECONDS = 100
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 0x5a)
const HTML = '<!DOCTYPE html><html><body><h1>Please sign in</h1></body></html>'
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'

/** All misbehaviours, by the path that selects each of them. */
export const hostileBehaviours = {
  '/healthy.mp4': sendHealthyMedia,
  '/stall-before-head.mp4': () => {},
  '/stall-in-body.mp4': stallInBody,
  '/trickle.mp4': trickle,
  '/short-body.mp4': breakOff,
  '/ignores-range.mp4': (scene) => sendAs(scene, 'video/mp4', scene.media),
  '/wrong-start.mp4': (scene) => lieAboutRange(scene, { shift: 1, growth: 0 }),
  '/wrong-total.mp4': (scene) => lieAboutRange(scene, { shift: 0, growth: 1_000_000 }),
  '/changing-total.mp4': (scene) => lieAboutRange(scene, { shift: 0, growth: scene.earlierRequests }),
  '/unreadable-content-range.mp4': (scene) => sendPartial(scene, 'bytes one-two/three'),
  '/then-403.mp4': (scene) => failLater(scene, 403),
  '/then-404.mp4': (scene) => failLater(scene, 404),
  '/then-416.mp4': (scene) => failLater(scene, 416),
  '/then-429.mp4': (scene) => failLater(scene, 429),
  '/then-500.mp4': (scene) => failLater(scene, 500),
  '/redirect-loop.mp4': (scene) => redirect(scene, '/redirect-loop.mp4'),
  '/redirect-chain.mp4': redirectChain,
  '/redirect-to-file.mp4': (scene) => redirect(scene, 'file:///etc/passwd'),
  '/redirect-to-loopback.mp4': (scene) => redirect(scene, `http://127.0.0.1:${scene.trapPort}/`),
  '/redirect-to-localhost.mp4': (scene) => redirect(scene, `http://localhost:${scene.trapPort}/`),
  '/redirect-to-decimal.mp4': (scene) => redirect(scene, `http://2130706433:${scene.trapPort}/`),
  '/redirect-to-octal.mp4': (scene) => redirect(scene, `http://0177.0.0.1:${scene.trapPort}/`),
  '/redirect-to-mapped.mp4': (scene) => redirect(scene, `http://[::ffff:127.0.0.1]:${scene.trapPort}/`),
  '/redirect-to-metadata.mp4': (scene) => redirect(scene, 'http://169.254.169.254/latest/meta-data/'),
  '/endless.mp4': endless,
  '/empty.mp4': (scene) => sendAs(scene, 'video/mp4', Buffer.alloc(0)),
  '/page.html': (scene) => sendAs(scene, 'text/html', Buffer.from(HTML)),
  '/html-called-video.mp4': (scene) => sendAs(scene, 'video/mp4', Buffer.from(HTML)),
  '/multipart.mp4': multipart,
  '/zipped.mp4': (scene) => sendZipped(scene, 200),
  '/zipped-part.mp4': (scene) => sendZipped(scene, 206),
  '/called-text.mp4': (scene) => sendHealthyMedia({ ...scene, contentType: 'text/html' }),
  '/huge-total.mp4': (scene) => lieAboutRange(scene, { shift: 0, growth: 9e14 }),
  '/unknown-total.mp4': (scene) => sendPartial(scene, `bytes ${firstByte(scene)}-${lastByte(scene)}/*`),
  '/other-range.mp4': (scene) => sendPartial(scene, `bytes 7-${lastByte(scene)}/${scene.media.length}`),
  '/more-than-range.mp4': (scene) =>
    sendPartial(scene, `bytes ${firstByte(scene)}-${lastByte(scene) + 9}/${scene.media.length}`),
  '/changing-etag.mp4': (scene) => {
    scene.response.setHeader('etag', `"${scene.earlierRequests}"`)
    sendHealthyMedia(scene)
  },
  '/403.mp4': (scene) => fail(scene, 403),
  '/404.mp4': (scene) => fail(scene, 404),
  '/410.mp4': (scene) => fail(scene, 410),
  '/416.mp4': (scene) => fail(scene, 416),
  '/429.mp4': (scene) => fail(scene, 429),
  '/500.mp4': (scene) => fail(scene, 500),
  '/503.mp4': (scene) => fail(scene, 503),
  '/204.mp4': (scene) => fail(scene, 204),
  '/304.mp4': (scene) => fail(scene, 304),
  '/redirect-nowhere.mp4': (scene) => redirect(scene, 'http://['),
  '/redirect-to-silence.mp4': (scene) => redirect(scene, `http://127.0.0.1:${scene.silentPort}/a.mp4`),
  '/redirect-to-silent-tls.mp4': (scene) => redirect(scene, `https://127.0.0.1:${scene.silentPort}/a.mp4`),
  '/redirect-to-broken-tls.mp4': (scene) => redirect(scene, `https://${scene.request.headers.host}/healthy.mp4`),
  '/redirect-slowly.mp4': async (scene) => {
    await pause(SLOW_REDIRECT_MILLISECONDS)
    redirect(scene, `/redirect-slowly.mp4?hop=${Number(scene.url.searchParams.get('hop') ?? 0) + 1}`)
  },
  '/redirect-with-endless-body.mp4': (scene) => {
    scene.response.writeHead(302, { location: '/healthy.mp4' })
    return pipeline(sameChunkForEver, scene.response)
  },
  ...rawBehaviours,
  '/playlist-called-video.mp4': (scene) => sendAs(scene, 'video/mp4', Buffer.from(PLAYLIST)),
} as const satisfies Record<string, Behaviour>

export type HostilePath = keyof typeof hostileBehaviours

function sendAs({ response }: Scene, contentType: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': contentType, 'content-length': body.length }).end(body)
}

/** Sends a healthy head and half of the body, then nothing. The connection stays open. */
function stallInBody(scene: Scene): void {
  const body = sendHonestHead(scene)
  scene.response.write(body.subarray(0, body.length / 2))
}

/** Sends an honest head for the requested range, or for the whole file. Returns the body that has to follow it. */
function sendHonestHead(scene: Scene): Buffer {
  const { request, response, media } = scene
  const body = media.subarray(firstByte(scene), lastByte(scene) + 1)
  const headers = { 'content-type': 'video/mp4', 'content-length': body.length }
  const range = { 'content-range': `bytes ${firstByte(scene)}-${lastByte(scene)}/${media.length}` }
  if (request.headers.range === undefined) response.writeHead(200, headers)
  else response.writeHead(206, { ...headers, ...range })
  return body
}

/** Sends the body byte by byte, with short pauses. */
async function trickle(scene: Scene): Promise<void> {
  const { response } = scene
  const body = sendHonestHead(scene)
  for (let position = 0; position < body.length && !response.destroyed; position += 1) {
    response.write(body.subarray(position, position + 1))
    await pause(TRICKLE_MILLISECONDS)
  }
  response.end()
}

/** Sends half of the stated length, then ends the connection. */
function breakOff(scene: Scene): void {
  const body = sendHonestHead(scene)
  scene.response.write(body.subarray(0, body.length / 2))
  scene.response.socket?.destroySoon()
}

/** Answers a range with the right bytes and a wrong Content-Range. */
function lieAboutRange(scene: Scene, lie: { shift: number; growth: number }): void {
  const { start, end } = requestedRange(scene)
  const total = scene.media.length + lie.growth
  sendPartial(scene, `bytes ${start + lie.shift}-${end + lie.shift}/${total}`)
}

function sendPartial(scene: Scene, contentRange: string): void {
  const { start, end } = requestedRange(scene)
  const body = scene.media.subarray(start, end + 1)
  const headers = { 'content-type': 'video/mp4', 'content-length': body.length, 'content-range': contentRange }
  scene.response.writeHead(206, headers).end(body)
}

/** Answers well at first, so that a cut has begun before it fails. */
function failLater(scene: Scene, status: number): void {
  if (scene.earlierRequests < HEALTHY_REQUESTS_BEFORE_FAILURE) {
    sendHealthyMedia(scene)
    return
  }
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {}
  scene.response.writeHead(status, { 'content-type': 'text/plain', 'content-length': 0, ...headers }).end()
}

function redirect({ response }: Scene, location: string): void {
  response.writeHead(302, { location, 'content-length': 0 }).end()
}

function fail({ response }: Scene, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end()
}

const firstByte = (scene: Scene): number => requestedRange(scene).start
const lastByte = (scene: Scene): number => requestedRange(scene).end

/** Answers a single range with two parts, which are allowed only for a list of ranges. */
function multipart(scene: Scene): void {
  const { media, response } = scene
  const part = (from: number, to: number) =>
    `--part\r\ncontent-type: video/mp4\r\ncontent-range: bytes ${from}-${to}/${media.length}\r\n\r\n${media.toString('latin1', from, to + 1)}\r\n`
  const body = Buffer.from(`${part(0, 9)}${part(firstByte(scene), lastByte(scene))}--part--\r\n`, 'latin1')
  response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=part', 'content-length': body.length })
  response.end(body)
}

/** A zip bomb: one gigabyte of zeros when decompressed. */
function sendZipped(scene: Scene, status: 200 | 206): void {
  zipBomb ??= Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * 1024 * 1024))))
  const range =
    status === 206 ? { 'content-range': `bytes ${firstByte(scene)}-${lastByte(scene)}/${scene.media.length}` } : {}
  scene.response.writeHead(status, { 'content-type': 'video/mp4', 'content-encoding': 'gzip', ...range }).end(zipBomb)
}
let zipBomb: Buffer | undefined

/** Redirects forever, each time to a new address. */
function redirectChain(scene: Scene): void {
  const hop = Number(scene.url.searchParams.get('hop') ?? 0)
  redirect(scene, `/redirect-chain.mp4?hop=${hop + 1}`)
}

/** Sends a body without length and without end, as fast as the client reads it. */
async function endless({ response }: Scene): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4' })
  // The pipeline ends only with an error, when the client disconnects.
  await pipeline(sameChunkForEver, response)
}

function* sameChunkForEver(): Generator<Buffer> {
  for (;;) yield ENDLESS_CHUNK
}
