import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Waveform } from '@kerf/contract/video'
import { decodeJpeg } from '@kerf/stamped-media/decode-jpeg'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamp } from '@kerf/stamped-media/stamp'
import { type HostileMediaServer, startHostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Stage } from './harness/stage.ts'
import { Visitor } from './harness/visitor.ts'

const FRAMES_PER_SECOND = 30
const SECONDS = 12

const stage = new Stage()
let folder: string
let site: HostileMediaServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-media-link-'))
  const { videoPath } = await makeStampedMedia(
    {
      ...{ width: 640, height: 360, frameRate: [FRAMES_PER_SECOND, 1], frames: SECONDS * FRAMES_PER_SECOND },
      ...{ gopFrames: 15, bFrames: 2, video: 'h264', audio: 'aac', layout: 'plain' },
    },
    folder,
    'film',
  )
  site = await startHostileMediaServer({ mediaPath: videoPath ?? '' })
  await stage.open({ youtube: false, environment: { SOURCES: 'media', OUTBOUND_ALLOW: site.host } })
})
afterAll(async () => {
  await stage.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const someone = () => new Visitor(stage.kerf.url)

async function picture(visitor: Visitor, address: string) {
  const response = await visitor.fetch(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cache-control')).toBe('private, max-age=86400')
  return decodeJpeg(new Uint8Array(await response.arrayBuffer()))
}

describe('someone who pastes the link of a media file', () => {
  it('sees its own frames on the strip, each where it belongs', async () => {
    const visitor = someone()
    const video = await visitor.process(site.urlOf('/healthy.mp4'))
    const strip = video.filmstrip!
    expect(strip).toMatchObject({ secondsPerFrame: 0.5, frameCount: 24, columns: 10, rows: 3, frameHeight: 90 })
    const sheet = await picture(visitor, strip.sheets[0]!)
    expect([sheet.width, sheet.height]).toEqual([1600, 270])
    const stamps = Array.from({ length: strip.frameCount }, (_, frame) => {
      const left = (frame % strip.columns) * strip.frameWidth
      const top = Math.floor(frame / strip.columns) * strip.frameHeight
      return readStamp({ width: strip.frameWidth, height: strip.frameHeight }, (x, y) => sheet.at(left + x, top + y))
    })
    // Each moment has a key picture of its own here, so that a busy machine has no reason to be satisfied with less.
    expect(stamps).toEqual(Array.from({ length: 24 }, (_, frame) => frame * 15))
  })

  it('sees a frame from a tenth into it, before anything plays', async () => {
    const visitor = someone()
    const thumbnail = await picture(visitor, (await visitor.process(site.urlOf('/healthy.mp4'))).thumbnail!)
    expect([thumbnail.width, thumbnail.height]).toEqual([640, 360])
    const stamp = readStamp(thumbnail, thumbnail.at)
    expect(stamp).toBeGreaterThanOrEqual(18)
    expect(stamp).toBeLessThanOrEqual(54)
  })

  it('can look at its sound', async () => {
    const visitor = someone()
    const video = await visitor.process(site.urlOf('/healthy.mp4'))
    expect(video.waveform?.peaksPerSecond).toBe(25)
    const { status, body } = await visitor.call<Waveform>('GET', video.waveform!.address)
    expect(status).toBe(200)
    expect(Math.abs(body.peaks.length - SECONDS * 25)).toBeLessThanOrEqual(2)
    expect(Math.max(...body.peaks)).toBeGreaterThan(30)
  })

  it('gets what another has had made before, and the source is not asked for it again', async () => {
    const [first, second] = [someone(), someone()]
    const [one, two] = [
      await first.process(site.urlOf('/healthy.mp4')),
      await second.process(site.urlOf('/healthy.mp4')),
    ]
    const before = await picture(first, one.filmstrip!.sheets[0]!)
    const kept = await readdir(join(stage.ownKerf.dataDirectory, 'files', 'film'))
    const asked = site.requests().length
    const after = await picture(second, two.filmstrip!.sheets[0]!)
    expect(after.at(20, 5)).toBe(before.at(20, 5))
    expect(site.requests()).toHaveLength(asked)
    expect(await readdir(join(stage.ownKerf.dataDirectory, 'files', 'film'))).toEqual(kept)
  })

  it('shows it to nobody else', async () => {
    const [owner, other] = [someone(), someone()]
    const video = await owner.process(site.urlOf('/healthy.mp4'))
    await other.process(site.urlOf('/healthy.mp4'))
    for (const path of ['thumbnail', 'filmstrip/0', 'waveform']) {
      const theirs = await other.call('GET', `/api/video/${video.id}/${path}`)
      const unknown = await other.call('GET', `/api/video/${'A'.repeat(22)}/${path}`)
      expect(theirs.status).toBe(404)
      expect(theirs.body).toEqual(unknown.body)
    }
    expect((await owner.call('GET', `/api/video/${video.id}/filmstrip/1`)).status).toBe(404)
  })

  it('has a video all the same when the server of the file breaks down before the pictures are read', async () => {
    const visitor = someone()
    const video = await visitor.process(site.urlOf('/then-500.mp4'))
    // It was healthy for two requests: enough to look into the file, or one too many.
    while (site.requests().filter(({ path }) => path === '/then-500.mp4').length < 2) {
      await fetch(site.urlOf('/then-500.mp4'), { headers: { range: 'bytes=0-9' } })
    }
    const answer = await visitor.call('GET', video.filmstrip!.sheets[0]!)
    expect(answer).toMatchObject({ status: 422, body: { code: 'source_failed' } })
    expect((await visitor.call('GET', `/api/video/${video.id}`)).status).toBe(200)
  })

  it('sees the strip with its pictures in the browser', async () => {
    const visit = await stage.visit()
    const sheet = visit.page.waitForResponse((response) => response.url().includes('/filmstrip/'))
    await visit.submitLink(site.urlOf('/healthy.mp4'))
    await visit.seeVideo('healthy')
    expect((await sheet).status()).toBe(200)
    await stage.endVisits()
  })
})

describe('the sample', () => {
  it('can be heard by eye as well, before anybody has pasted anything', async () => {
    const { status, body } = await someone().call<Waveform>('GET', '/sample/sample-waveform.json')
    expect(status).toBe(200)
    const visitor = someone()
    const video = await visitor.process('kerf:sample')
    const own = await visitor.call<Waveform>('GET', video.waveform!.address)
    expect(own.body).toEqual(body)
    expect(own.body.peaks).toHaveLength(1500)
  })
})
