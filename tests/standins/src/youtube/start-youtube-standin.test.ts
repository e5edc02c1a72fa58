import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { connect as startTls } from 'node:tls'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installScriptedYtdlp } from './install-scripted-ytdlp.ts'
import { startYoutubeStandin, type YoutubeStandin } from './start-youtube-standin.ts'
import { videoIds } from './videos.ts'

/** Media of all kinds, small enough to be made in a few seconds. */
const SMALL_RECIPE = { seconds: 6, upToHeight: 360 } as const
/** Time limit for making the media, if no earlier run has made it. */
const MEDIA_TIMEOUT_MILLISECONDS = 120_000

let standin: YoutubeStandin

// The server's ladder.test.ts and youtube-source.test.ts show that the stand-in misbehaves as configured.
beforeAll(async () => {
  standin = await startYoutubeStandin(SMALL_RECIPE)
}, MEDIA_TIMEOUT_MILLISECONDS)

afterAll(() => standin.close())

beforeEach(() => standin.reset())

it('the scripted yt-dlp makes no request without a proxy', async () => {
  const path = await installScriptedYtdlp(temporaryDirectory())
  const execution = promisify(execFile)(path, [
    '-f',
    'all',
    '-J',
    '--',
    `https://www.youtube.com/watch?v=${videoIds.ordinary}`,
  ])
  await expect(execution).rejects.toMatchObject({ code: 2 })
  expect(standin.requests()).toEqual([])
})

interface StandinAnswer {
  status: number
  body: Buffer
}

interface AskOptions {
  proxyUrl?: string
  headers?: Record<string, string>
  body?: object
}

async function ask(
  address: string,
  { proxyUrl = standin.proxyUrl, headers = {}, body }: AskOptions = {},
): Promise<StandinAnswer> {
  const url = new URL(address)
  const tunnel = await (proxyUrl.startsWith('socks5:') ? socksTunnel : connectTunnel)(new URL(proxyUrl), url.hostname)
  const ca = await readFile(standin.caPath)
  const clientRequest: ClientRequest = secureRequest(url, {
    method: body ? 'POST' : 'GET',
    headers,
    createConnection: () => startTls({ socket: tunnel, servername: url.hostname, ca }),
  })
  clientRequest.end(body && JSON.stringify(body))
  const [response] = await once(clientRequest, 'response')
  const answer = { status: response.statusCode, body: await buffer(response) }
  tunnel.destroy()
  return answer
}

async function connectTunnel({ hostname, port }: URL, host: string): Promise<Socket> {
  const clientRequest = request({ method: 'CONNECT', host: hostname, port, path: `${host}:443` }).end()
  const [, socket] = await once(clientRequest, 'connect')
  return socket
}

async function socksTunnel({ hostname, port }: URL, host: string, targetPort = 443): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.from([5, 1, 0]))
  expect((await once(socket, 'data'))[0]).toEqual(Buffer.from([5, 0]))
  const target = [host.length, ...Buffer.from(host), targetPort >> 8, targetPort & 255]
  socket.write(Buffer.from([5, 1, 0, 3, ...target]))
  const [reply] = await once(socket, 'data')
  if (reply[1] !== 0) throw new Error(`refused with ${reply[1]}`)
  return socket
}

interface PlayerAnswer {
  status: number
  streamingData?: { adaptiveFormats: { itag: number; url?: string }[] }
}

/** Begins a session as youtubei.js does: `/sw.js_data` is a list behind five characters. */
async function beginSession(): Promise<string> {
  const { body } = await ask('https://www.youtube.com/sw.js_data')
  const [[, , [[device], apiKey]]] = JSON.parse(body.toString().slice(5))
  expect(apiKey).toMatch(/^AIza/)
  return device[13]
}

/** Requests a video as youtubei.js does. */
async function askPlayer(
  clientName: string,
  videoId: string = videoIds.ordinary,
  proxyUrl?: string,
  session?: string,
): Promise<PlayerAnswer> {
  const visitorData = session ?? (await beginSession())
  const { status, body } = await ask('https://www.youtube.com/youtubei/v1/player?prettyPrint=false&alt=json', {
    body: { videoId, context: { client: { clientName, visitorData } } },
    headers: { 'x-goog-visitor-id': visitorData },
    ...(proxyUrl && { proxyUrl }),
  })
  return status === 200 ? { status, ...JSON.parse(body.toString()) } : { status }
}

async function mediaUrl(clientName: string, proxyUrl?: string): Promise<string> {
  const { streamingData } = await askPlayer(clientName, videoIds.ordinary, proxyUrl)
  return streamingData!.adaptiveFormats.find(({ itag }) => itag === 134)!.url!
}

const statusOf = async (url: string, range: string, proxyUrl?: string) =>
  (await ask(url, { headers: { range: `bytes=${range}` }, ...(proxyUrl && { proxyUrl }) })).status

describe('one client of YouTube', () => {
  it('must begin a new session', async () => {
    const session = await beginSession()
    standin.configureClient('VISIONOS', { expiredSession: true })
    expect((await askPlayer('VISIONOS', videoIds.ordinary, standin.proxyUrl, session)).streamingData).toBeUndefined()
    expect((await askPlayer('VISIONOS')).streamingData).toBeDefined()
  })

  it.each(['http', 'socks5'] as const)('is bound to the IP address of its request, even behind %s', async (kind) => {
    standin.configureClient('all', { addressesFor: 'requester' })
    const otherProxy = await standin.openProxy(kind)
    const [ownUrl, otherUrl] = [await mediaUrl('VISIONOS'), await mediaUrl('VISIONOS', otherProxy)]
    expect([await statusOf(ownUrl, '0-9'), await statusOf(ownUrl, '0-9', otherProxy)]).toEqual([206, 403])
    expect([await statusOf(otherUrl, '0-9'), await statusOf(otherUrl, '0-9', otherProxy)]).toEqual([403, 206])
    standin.configureClient('all', { botCheck: true, through: otherProxy })
    await expect(mediaUrl('VISIONOS', otherProxy)).rejects.toThrow()
    expect(await statusOf(otherUrl, '0-9')).toBe(206)
  })
})

describe('the scripted yt-dlp', () => {
  const WITH_SCRIPTS = ['--js-runtimes', 'node:node']
  const WITH_ALL_CLIENTS = [
    ...WITH_SCRIPTS,
    '--extractor-args',
    'youtube:player_client=default,web_embedded,tv_downgraded',
  ]

  async function resolve(flags: string[], id: string = videoIds.ordinary) {
    const path = await installScriptedYtdlp(temporaryDirectory(), '2026.09.09')
    const words = [
      ...flags,
      '-f',
      'all',
      '-J',
      '--proxy',
      standin.proxyUrl,
      '--',
      `https://www.youtube.com/watch?v=${id}`,
    ]
    const env = { SSL_CERT_FILE: standin.caPath }
    const run = (args: string[]) => promisify(execFile)(path, args, { env }).catch((error) => error)
    const { stdout, stderr } = await run(words)
    const clients = standin.requests().flatMap(({ query }) => new URLSearchParams(query).get('client') ?? [])
    return { info: JSON.parse(stdout), stderr, clients, version: (await run(['--version'])).stdout.trim() }
  }

  it.each([
    [[], ['visionos']],
    [WITH_SCRIPTS, ['visionos', 'web']],
    [WITH_ALL_CLIENTS, ['visionos', 'web', 'web_embedded', 'tv_downgraded']],
  ])('requests the same clients as the real one with %j', async (flags, clients) => {
    expect(await resolve(flags)).toMatchObject({ clients, version: '2026.09.09', info: { age_limit: 0 } })
  })

  it('uses the formats of clients that have some, and reports why if none has', async () => {
    standin.configureClient('VISIONOS', { reloadPage: true })
    standin.configureClient('WEB_EMBEDDED_PLAYER', { hlsOnly: true })
    const { info } = await resolve(WITH_ALL_CLIENTS)
    expect(info.formats).toContainEqual(expect.objectContaining({ format_id: '134', protocol: 'https' }))
    expect(info.formats).toContainEqual(
      expect.objectContaining({ protocol: 'm3u8_native', manifest_url: expect.stringContaining('/hls_variant/') }),
    )
    expect((await resolve([])).stderr).toContain(
      `ERROR: [youtube] ${videoIds.ordinary}: The page needs to be reloaded.`,
    )
  })
})

/** The status with which the proxy answers CONNECT. */
function connectStatus(target: string): Promise<number> {
  const { hostname, port } = new URL(standin.proxyUrl)
  return new Promise((resolve, reject) => {
    const attempt = request({ method: 'CONNECT', host: hostname, port, path: target })
    attempt.on('connect', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode!)
    })
    attempt.on('error', reject)
    attempt.end()
  })
}

describe('the proxy', () => {
  it("opens a tunnel to YouTube's hosts on 443", async () => {
    expect(await connectStatus('www.youtube.com:443')).toBe(200)
    expect(standin.requests()).toMatchObject([{ method: 'CONNECT', host: 'www.youtube.com', refused: false }])
  })

  it.each([
    'example.com:443',
    'www.youtube.com:80',
    'www.youtube.com:8443',
    '127.0.0.1:443',
    '[::1]:443',
    'youtube.com.example:443',
  ])('refuses a tunnel to %s and records it', async (target) => {
    expect(await connectStatus(target)).toBe(403)
    expect(standin.requests()).toMatchObject([{ method: 'CONNECT', host: target, status: 403, refused: true }])
  })

  it('refuses other hosts behind SOCKS, too', async () => {
    const socks = new URL(await standin.openProxy('socks5'))
    await expect(socksTunnel(socks, 'example.com')).rejects.toThrow('refused with 2')
    await expect(socksTunnel(socks, 'www.youtube.com', 80)).rejects.toThrow('refused with 2')
    expect(standin.requests()).toMatchObject([{ host: 'example.com:443', refused: true }, { refused: true }])
  })

  it('refuses plain requests, even for YouTube, and records them', async () => {
    const { hostname, port } = new URL(standin.proxyUrl)
    const status = await new Promise((resolve, reject) => {
      const attempt = request({ host: hostname, port, path: 'http://www.youtube.com/watch?v=StandInVid1' })
      attempt.on('response', (response) => resolve(response.resume().statusCode))
      attempt.on('error', reject)
      attempt.end()
    })
    expect(status).toBe(403)
    expect(standin.requests()).toMatchObject([
      { method: 'GET', host: 'www.youtube.com', path: '/watch', query: 'v=StandInVid1', refused: true },
    ])
  })
})
