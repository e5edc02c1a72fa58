import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installScriptedYtdlp } from './install-scripted-ytdlp.ts'
import { startYoutubeStandin, type YoutubeStandin } from './start-youtube-standin.ts'
import { videoIds } from './videos.ts'

/** Small enough to be made in a few seconds, in all the kinds there are. */
const SMALL_RECIPE = { seconds: 6, upToHeight: 360 } as const
/** Time for making the media when no earlier run has. */
const MAKING_MILLISECONDS = 120_000
/** A resolver in the middle of others on two cores may take its time to start. */
const RESOLVER_MILLISECONDS = 60_000

let standin: YoutubeStandin

// yt-dlp itself, the scripted one and the installed one, is asked about these videos in the server's youtube-source.test.ts.
beforeAll(async () => {
  standin = await startYoutubeStandin(SMALL_RECIPE)
}, MAKING_MILLISECONDS)

afterAll(() => standin.close())

beforeEach(() => standin.reset())

it('the scripted yt-dlp makes no request without a proxy', { timeout: RESOLVER_MILLISECONDS }, async () => {
  const path = await installScriptedYtdlp(temporaryDirectory())
  const asked = promisify(execFile)(path, [
    '-f',
    'all',
    '-J',
    '--',
    `https://www.youtube.com/watch?v=${videoIds.ordinary}`,
  ])
  await expect(asked).rejects.toMatchObject({ code: 2 })
  expect(standin.requests()).toEqual([])
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
})
