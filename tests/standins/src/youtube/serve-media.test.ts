import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askStandin, mediaUrlOf } from './ask-standin.ts'
import { type MediaLibrary, openMediaLibrary } from './media/media-library.ts'
import { MAKING_MILLISECONDS, SMALL_RECIPE } from './small-recipe.ts'
import { startYoutubeStandin, type YoutubeStandin } from './start-youtube-standin.ts'
import { videoIds } from './videos.ts'

const MEDIA_PATH = '/videoplayback'

let standin: YoutubeStandin
let library: MediaLibrary
let muxedFile: Buffer

beforeAll(async () => {
  library = await openMediaLibrary(SMALL_RECIPE)
  muxedFile = await readFile(library.formats.find(({ itag }) => itag === 18)!.path)
  standin = await startYoutubeStandin(SMALL_RECIPE)
}, MAKING_MILLISECONDS)

afterAll(() => standin.close())

beforeEach(() => standin.reset())

function lastMediaRequest() {
  return standin.requests().findLast(({ path }) => path === MEDIA_PATH)
}

describe('media of an ordinary video', () => {
  it('come whole, byte for byte', async () => {
    const answer = await askStandin(standin, await mediaUrlOf(standin, videoIds.ordinary, 18))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('video/mp4')
    expect(answer.body.equals(muxedFile)).toBe(true)
    expect(lastMediaRequest()).toMatchObject({ range: null, status: 200, bytes: muxedFile.length, refused: false })
  })

  it('come in part by a Range header', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    const answer = await askStandin(standin, url, { headers: { range: 'bytes=1000-1999' } })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes 1000-1999/${muxedFile.length}`)
    expect(answer.body.equals(muxedFile.subarray(1000, 2000))).toBe(true)
    expect(lastMediaRequest()).toMatchObject({ range: 'bytes=1000-1999', status: 206, bytes: 1000 })
  })

  it("come in part by YouTube's own parameter, under status 200", async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    const answer = await askStandin(standin, `${url}&range=1000-1999`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-range']).toBeUndefined()
    expect(answer.body.equals(muxedFile.subarray(1000, 2000))).toBe(true)
  })

  it('are measured by HEAD without being sent', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    const answer = await askStandin(standin, url, { method: 'HEAD' })
    expect(answer.headers['content-length']).toBe(String(muxedFile.length))
    expect(answer.body).toHaveLength(0)
  })

  it('end where they end', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    const answer = await askStandin(standin, url, { headers: { range: `bytes=${muxedFile.length}-` } })
    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${muxedFile.length}`)
  })

  it('are refused under an altered url', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    const answer = await askStandin(standin, url.replace('itag=18', 'itag=134'))
    expect(answer.status).toBe(403)
  })
})

describe('media that misbehave by themselves', () => {
  it('are 403 when their url has expired', async () => {
    const answer = await askStandin(standin, await mediaUrlOf(standin, videoIds.mediaExpired, 18))
    expect(answer.status).toBe(403)
  })

  it('live eight seconds if they expire soon', async () => {
    const url = new URL(await mediaUrlOf(standin, videoIds.mediaExpiresSoon, 18))
    const asked = standin.requests().findLast(({ path }) => path.endsWith('/resolve'))!
    expect(Number(url.searchParams.get('expire'))).toBe(Math.floor(asked.time / 1000) + 8)
  })

  it('are always 403 when forbidden', async () => {
    const answer = await askStandin(standin, await mediaUrlOf(standin, videoIds.mediaForbidden, 18))
    expect(answer.status).toBe(403)
  })

  it('break off after 200,000 bytes when cut off', async () => {
    const answer = await askStandin(standin, await mediaUrlOf(standin, videoIds.mediaCutOff, 18))
    expect(answer.status).toBe(200)
    expect(answer.complete).toBe(false)
    expect(answer.body.equals(muxedFile.subarray(0, 200_000))).toBe(true)
  })
})

describe('media that are configured to misbehave', () => {
  it('answer with the configured status', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    standin.configure({ mediaStatus: 503 })
    expect((await askStandin(standin, url)).status).toBe(503)
    standin.configure({ mediaStatus: null })
    expect((await askStandin(standin, url)).status).toBe(200)
  })

  it('expire when configured', async () => {
    standin.configure({ expireInSeconds: -1 })
    const answer = await askStandin(standin, await mediaUrlOf(standin, videoIds.ordinary, 18))
    expect(answer.status).toBe(403)
  })

  it('break off at the configured place, in a range too', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    standin.configure({ cutAfterBytes: 500 })
    const answer = await askStandin(standin, url, { headers: { range: 'bytes=100-9999' } })
    expect(answer.complete).toBe(false)
    expect(answer.body.equals(muxedFile.subarray(100, 600))).toBe(true)

    standin.configure({ cutAfterBytes: 0 })
    expect(await askStandin(standin, url)).toMatchObject({ status: 200, complete: false, body: Buffer.alloc(0) })
  })

  it('are not sent while stalled, and continue when released', async () => {
    const url = await mediaUrlOf(standin, videoIds.ordinary, 18)
    standin.configure({ stallMedia: true })
    const arrival = standin.nextRequest(({ path }) => path === MEDIA_PATH)
    const answer = askStandin(standin, url, { headers: { range: 'bytes=0-9' } })
    await arrival
    // Another question is answered meanwhile: the stand-in as a whole is not stuck.
    expect((await askStandin(standin, 'https://i.ytimg.com/vi/StandInVid1/default.jpg')).status).toBe(200)
    expect(lastMediaRequest()?.status).toBeNull()

    standin.configure({ stallMedia: false })
    expect((await answer).status).toBe(206)
    expect(lastMediaRequest()?.status).toBe(206)
  })
})
