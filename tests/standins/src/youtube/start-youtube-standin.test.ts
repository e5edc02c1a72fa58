import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askStandin } from './ask-standin.ts'
import { askThroughProxy, TunnelRefusedError } from './net/ask-through-proxy.ts'
import { MAKING_MILLISECONDS, SMALL_RECIPE } from './small-recipe.ts'
import { startYoutubeStandin, type YoutubeStandin } from './start-youtube-standin.ts'
import { videoIds } from './videos.ts'

let standin: YoutubeStandin

beforeAll(async () => {
  standin = await startYoutubeStandin(SMALL_RECIPE)
}, MAKING_MILLISECONDS)

afterAll(() => standin.close())

beforeEach(() => standin.reset())

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

  it('refuses plain requests, also those for YouTube, and records them', async () => {
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

  it('never connects to the address it was asked for', async () => {
    const reached: unknown[] = []
    const victim: Server = createServer((socket) => reached.push(socket.destroy()))
    await new Promise<void>((resolve) => victim.listen(0, '127.0.0.1', resolve))
    const { port } = victim.address() as { port: number }
    expect(await connectStatus(`127.0.0.1:${port}`)).toBe(403)
    await new Promise((resolve) => victim.close(resolve))
    expect(reached).toEqual([])
  })
})

describe('the certificate', () => {
  it('is not trusted without the test authority', async () => {
    const question = {
      proxyUrl: standin.proxyUrl,
      url: new URL('https://www.youtube.com/'),
      trustedAuthorities: null,
      verifyCertificate: true,
      timeoutMilliseconds: 10_000,
    }
    await expect(askThroughProxy(question)).rejects.toThrow(/certificate/)
    await expect(askThroughProxy({ ...question, url: new URL('https://example.com/') })).rejects.toThrow(
      TunnelRefusedError,
    )
  })

  it('is valid for every host of the stand-in', async () => {
    for (const host of ['youtube.com', 'm.youtube.com', 'youtu.be', 'i.ytimg.com', 'rr5---sn-x.googlevideo.com']) {
      expect((await askStandin(standin, `https://${host}/nothing`)).status, host).toBeLessThan(500)
    }
  })
})

describe('pages and images', () => {
  it('cannot be broken out of by a hostile title', async () => {
    const { body } = await askStandin(standin, `https://www.youtube.com/watch?v=${videoIds.hostileTitle}`)
    expect(body.toString('utf8')).not.toContain('<script>alert')
  })

  it('point from the short link to the watch page', async () => {
    const answer = await askStandin(standin, `https://youtu.be/${videoIds.ordinary}`)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toContain(`watch?v=${videoIds.ordinary}`)
  })

  it('show thumbnails under all their names, but not those of a private video', async () => {
    const status = async (path: string) => (await askStandin(standin, `https://i.ytimg.com${path}`)).status
    expect(await status(`/vi/${videoIds.ordinary}/hq720.jpg`)).toBe(200)
    expect(await status(`/vi/${videoIds.ordinary}/hq2.jpg`)).toBe(200)
    expect(await status(`/vi_webp/${videoIds.ordinary}/maxresdefault.webp`)).toBe(200)
    expect(await status(`/vi/${videoIds.ordinary}/renditions.jpg`)).toBe(404)
    expect(await status(`/vi/${videoIds.private}/hq720.jpg`)).toBe(404)
  })

  it('have the status that is configured for all of them', async () => {
    standin.configure({ pageStatus: 503 })
    expect((await askStandin(standin, `https://www.youtube.com/watch?v=${videoIds.ordinary}`)).status).toBe(503)
    standin.reset()
    expect((await askStandin(standin, `https://www.youtube.com/watch?v=${videoIds.ordinary}`)).status).toBe(200)
  })
})

describe('closing', () => {
  it('ends connections that are still waiting, and removes the certificate', async () => {
    const another = await startYoutubeStandin(SMALL_RECIPE)
    const arrival = another.nextRequest(({ path }) => path === '/watch')
    const hanging = askStandin(another, `https://www.youtube.com/watch?v=${videoIds.hangs}`)
    const ended = expect(hanging).rejects.toThrow()
    await arrival
    await another.close()
    await ended
    await expect(stat(another.caPath)).rejects.toThrow('ENOENT')
  })
})
