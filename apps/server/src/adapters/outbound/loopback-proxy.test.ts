import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LoopbackProxy, startLoopbackProxy } from './loopback-proxy.ts'
import { startLoopbackSite } from './loopback-site.fixture.ts'
import { createOutboundPolicy, type OutboundPolicyOptions } from './outbound-policy.ts'
import { isYoutubeImageHost, isYoutubeServiceHost } from './youtube-hosts.ts'

async function startProxy(options: OutboundPolicyOptions): Promise<LoopbackProxy> {
  const proxy = await startLoopbackProxy(createOutboundPolicy(options))
  onTestFinished(() => proxy.close())
  return proxy
}

/** Sends one raw request. Returns the status line, or '' when the connection ends without one. */
async function sendRequest(proxy: LoopbackProxy, requestLine: string, credentials?: string): Promise<string> {
  const url = new URL(proxy.urlFor(''))
  const login = credentials ?? `${url.username}:${url.password}`
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  const authorization = login === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}\r\n`
  socket.write(`${requestLine} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`)
  let responseText = ''
  socket.on('data', (chunk) => {
    responseText += chunk.toString('latin1')
    if (responseText.includes('\r\n\r\n')) socket.destroy()
  })
  await once(socket, 'close')
  return responseText.split('\r\n')[0]!
}

/** An upstream proxy that records requests and passes nothing on. */
async function startUpstream(): Promise<{ url: URL; asked: string[] }> {
  const requestedUrls: string[] = []
  const server = createServer()
  server.on('connect', (request, socket) => {
    requestedUrls.push(request.url ?? '')
    socket.end('HTTP/1.1 200 OK\r\n\r\n')
  })
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return { url: new URL(`http://127.0.0.1:${port}`), asked: requestedUrls }
}

describe('the proxy of yt-dlp', () => {
  it('listens on loopback only', async () => {
    expect(new URL((await startProxy({})).urlFor('')).hostname).toBe('127.0.0.1')
  })

  it.each(['', 'kerf:', 'kerf:guess', ':', 'root:root'])('rejects callers without its password: %j', async (login) => {
    const upstream = await startUpstream()
    const proxy = await startProxy({ upstreamProxy: upstream.url })
    expect(await sendRequest(proxy, 'CONNECT www.youtube.com:443', login)).toContain(' 407 ')
    expect(upstream.asked).toEqual([])
  })

  it('reaches the hosts of the site that its user names, and no others', async () => {
    const upstream = await startUpstream()
    const policy = createOutboundPolicy({ upstreamProxy: upstream.url })
    const allowHostOf = (site: string, host: string) => site === 'vimeo' && host.endsWith('vimeo.com')
    const proxy = await startLoopbackProxy(policy, { allowHostOf })
    onTestFinished(() => proxy.close())
    const { username, password } = new URL(proxy.urlFor('', 'vimeo'))
    expect(username).toBe('kerf.vimeo')
    const askAs = (user: string, host: string) => sendRequest(proxy, `CONNECT ${host}:443`, `${user}:${password}`)
    expect(await askAs('kerf.vimeo', 'player.vimeo.com')).toContain(' 200 ')
    for (const [user, host] of [
      ['kerf.vimeo', 'www.youtube.com'],
      ['kerf.vimeo', 'www.twitch.tv'],
      ['kerf.vimeo', '127.0.0.1'],
      ['kerf.twitch', 'player.vimeo.com'],
      ['kerf', 'player.vimeo.com'],
    ] as const)
      expect(await askAs(user, host), `${user} ${host}`).toContain(' 403 ')
    expect(upstream.asked).toEqual(['player.vimeo.com:443'])
  })

  it("passes YouTube's own names on to the upstream proxy", async () => {
    const upstream = await startUpstream()
    const proxy = await startProxy({ upstreamProxy: upstream.url })
    expect(await sendRequest(proxy, 'CONNECT rr3---sn-4g5e6nsz.googlevideo.com:443')).toContain(' 200 ')
    expect(upstream.asked).toEqual(['rr3---sn-4g5e6nsz.googlevideo.com:443'])
  })

  it.each([
    'CONNECT kerf-tests.org:443',
    'CONNECT youtube.com.kerf-tests.org:443',
    'CONNECT notyoutube.com:443',
    'CONNECT www.youtube.com.:443',
    'CONNECT www.youtube.com:80',
    'CONNECT www.youtube.com:8443',
    'CONNECT 142.250.185.78:443',
    'GET http://www.youtube.com/',
    'GET http://www.youtube.com:443/',
    'POST http://169.254.169.254/latest/meta-data/',
  ])('refuses everything else: %s', async (requestLine) => {
    const upstream = await startUpstream()
    const proxy = await startProxy({ upstreamProxy: upstream.url })
    expect(await sendRequest(proxy, requestLine)).toContain(' 403 ')
    expect(upstream.asked).toEqual([])
  })

  it('does not connect if a YouTube name resolves to a private address', async () => {
    const canary = await startLoopbackSite()
    const requestedUrls: string[] = []
    const proxy = await startProxy({
      lookup: async (name) => {
        requestedUrls.push(name)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    expect(await sendRequest(proxy, 'CONNECT www.youtube.com:443')).not.toContain(' 200 ')
    expect(requestedUrls).toEqual(['www.youtube.com'])
    expect(canary.connections()).toBe(0)
  })

  it("does not reach the operator's exemptions for media links", async () => {
    const canary = await startLoopbackSite()
    const proxy = await startProxy({ allow: [canary.exemption, '127.0.0.0/8'] })
    expect(await sendRequest(proxy, `CONNECT ${canary.exemption}`)).toContain(' 403 ')
    expect(canary.connections()).toBe(0)
  })
})

describe("YouTube's own hosts", () => {
  it.each([
    'youtube.com',
    'www.youtube.com',
    'M.YouTube.com',
    'youtu.be',
    'rr1---sn-ab.googlevideo.com',
    'i.ytimg.com',
    'yt3.ggpht.com',
    'www.youtube-nocookie.com',
    'youtubei.googleapis.com',
    'a.youtubei.googleapis.com',
  ])('include %s', (host) => {
    expect(isYoutubeServiceHost(host)).toBe(true)
  })

  it.each([
    'googleapis.com',
    'storage.googleapis.com',
    'evil-youtube.com',
    'youtube.com.evil.org',
    'evil.youtu.be',
    'google.com',
    '',
  ])('do not include %j', (host) => {
    expect(isYoutubeServiceHost(host)).toBe(false)
  })

  it('serve images from two domains only', () => {
    expect(isYoutubeImageHost('i.ytimg.com')).toBe(true)
    expect(isYoutubeImageHost('yt3.ggpht.com')).toBe(true)
    expect(isYoutubeImageHost('www.youtube.com')).toBe(false)
  })
})
