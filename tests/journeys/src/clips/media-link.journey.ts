import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Video, Waveform } from '@kerf/contract/video'
import { decodeJpeg } from '@kerf/stamped-media/decode-jpeg'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamp } from '@kerf/stamped-media/stamp'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { outwardContainers, outwardTexts } from '@kerf/standins/hostile/outward-media'
import { type Canary, startCanary } from '@kerf/standins/hostile/start-canary'
import { type HostileMediaServer, startHostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { type MisleadingSite, startMisleadingSite } from '@kerf/standins/hostile/start-misleading-site'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { type LiveStream, startLiveStream } from '@kerf/standins/live/start-live-stream'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { NOTHING_LEFT, SHORT_TIMEOUTS, watchStrangers } from '../harness/servers/strangers-server.ts'
import { Testbed } from '../harness/servers/testbed.ts'
import { makeStampedVideo } from '../harness/stamped-clips.ts'
import { Visitor } from '../harness/visitor.ts'

const VIDEO_SECONDS = 12
/** Frames per second of the live stream, whose segments last a second. */
const LIVE_RATE = 15

const SECRET = 'a secret of this machine that no clip may hold '

const testbed = new Testbed()
const folder = temporaryDirectory()
let canary: Canary
let misleadingSite: MisleadingSite
let outwardNames: string[]
let site: HostileMediaServer
let playlists: LoopbackServer
let liveStream: LiveStream
const playlistHost = () => `127.0.0.1:${playlists.port}`
beforeAll(async () => {
  const videoPath = await makeStampedVideo(folder, VIDEO_SECONDS, 15)
  site = await startHostileMediaServer({ mediaPath: videoPath })
  const secretPath = join(folder, 'secret')
  await writeFile(secretPath, SECRET.repeat(1000))
  const sourceVideo = await readFile(videoPath)
  // strangers-links.hard.ts uses all of them.
  const outwardFiles = [
    ...outwardTexts(`file://${secretPath}`).slice(0, 2),
    ...outwardContainers(sourceVideo, `file://${secretPath}`).slice(0, 1),
  ]
  misleadingSite = await startMisleadingSite(outwardFiles)
  outwardNames = outwardFiles.map(({ name }) => name)
  canary = await startCanary()
  const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 150, gopFrames: 25, bFrames: 2 } as const
  await makeStampedMedia({ ...recipe, video: 'h264', audio: 'aac', layout: 'hls' }, folder, 'segments')
  playlists = await listenOnLoopback(
    createServer(async ({ url = '' }, response) => {
      const bytes = await readFile(join(folder, 'segments', url)).catch(() => null)
      response.writeHead(bytes ? 200 : 404).end(bytes)
    }),
  )
  const liveRecipe = { width: 640, height: 360, frameRate: [LIVE_RATE, 1], frames: 50 * LIVE_RATE } as const
  await makeStampedMedia(
    { ...liveRecipe, gopFrames: LIVE_RATE, bFrames: 2, video: 'h264', audio: 'aac', layout: 'hls' },
    folder,
    'live',
  )
  liveStream = await startLiveStream([{ name: 'live', directory: join(folder, 'live'), attributes: '' }], 35)
  const hosts = [site.host, misleadingSite.host, playlistHost(), liveStream.host]
  await testbed.open({
    youtube: false,
    environment: { SOURCES: 'media', OUTBOUND_ALLOW: hosts.join(',') },
    watched: SHORT_TIMEOUTS,
  })
})
afterAll(async () => {
  await testbed.close()
  await Promise.all([liveStream.close(), playlists.close(), site.close(), misleadingSite.close(), canary.close()])
})

const createVisitor = () => new Visitor(testbed.kerf.url)

async function fetchImage(visitor: Visitor, address: string) {
  const response = await visitor.fetch(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(response.headers.get('cache-control')).toBe('private, max-age=86400')
  return decodeJpeg(new Uint8Array(await response.arrayBuffer()))
}

describe('a visitor who pastes the link of a media file', () => {
  it('sees its frames and audio on the timeline, and a first frame before playback', async () => {
    const visitor = createVisitor()
    const video = await visitor.process(site.urlOf('/healthy.mp4'))
    const filmstrip = video.filmstrip!
    expect(filmstrip).toMatchObject({ secondsPerFrame: 0.5, frameCount: 24, columns: 10, rows: 3, frameHeight: 90 })
    const sheet = await fetchImage(visitor, filmstrip.sheets[0]!)
    expect([sheet.width, sheet.height]).toEqual([1600, 270])
    const stamps = Array.from({ length: filmstrip.frameCount }, (_, frame) => {
      const left = (frame % filmstrip.columns) * filmstrip.frameWidth
      const top = Math.floor(frame / filmstrip.columns) * filmstrip.frameHeight
      return readStamp({ width: filmstrip.frameWidth, height: filmstrip.frameHeight }, (x, y) =>
        sheet.at(left + x, top + y),
      )
    })
    // The video has a keyframe at each of these times, so even a busy machine shows these exact frames.
    expect(stamps).toEqual(Array.from({ length: 24 }, (_, frame) => frame * 15))

    const thumbnail = await fetchImage(visitor, video.thumbnail!)
    expect([thumbnail.width, thumbnail.height]).toEqual([640, 360])
    // The thumbnail is about a tenth into the video.
    const stamp = readStamp(thumbnail, thumbnail.at)
    expect(stamp).toBeGreaterThanOrEqual(18)
    expect(stamp).toBeLessThanOrEqual(54)

    expect(video.waveform?.peaksPerSecond).toBe(25)
    const { status, body } = await visitor.call<Waveform>('GET', video.waveform!.address)
    expect(status).toBe(200)
    expect(Math.abs(body.peaks.length - VIDEO_SECONDS * 25)).toBeLessThanOrEqual(2)
    expect(Math.max(...body.peaks)).toBeGreaterThan(30)
  })

  it('still gets a video if the server of the file fails before the images are read', async () => {
    const visitor = createVisitor()
    const video = await visitor.process(site.urlOf('/then-500.mp4'))
    // The server is healthy for two requests. Processing may have used only one of them.
    while (site.requests().filter(({ path }) => path === '/then-500.mp4').length < 2) {
      await fetch(site.urlOf('/then-500.mp4'), { headers: { range: 'bytes=0-9' } })
    }
    const answer = await visitor.call('GET', video.filmstrip!.sheets[0]!)
    expect(answer).toMatchObject({ status: 422, body: { code: 'source_failed' } })
    expect((await visitor.call('GET', `/api/video/${video.id}`)).status).toBe(200)
  })

  itAtLength('sees the timeline with its thumbnails in the browser', async () => {
    const visit = await testbed.visit()
    const sheet = visit.page.waitForResponse((response) => response.url().includes('/filmstrip/'))
    await visit.submitLink(site.urlOf('/healthy.mp4'))
    await visit.seeVideo('healthy')
    expect((await sheet).status()).toBe(200)
    await testbed.endVisits()
  })
})

it('a visitor who pastes an HLS playlist link sees it play, segment by segment', async () => {
  const visit = await testbed.visit()
  const parts: string[] = []
  visit.page.on('response', (response) => parts.push(response.url().split('/preview/')[1] ?? ''))
  await visit.submitLink(`http://${playlistHost()}/index.m3u8`)
  await visit.seeVideo('index')
  await visit.button('Preview Selection').click()
  const player = visit.page.getByLabel('Preview of index')
  await player.evaluate(
    (element: Element) =>
      new Promise((resolve) => {
        const video = element as HTMLVideoElement
        if (video.currentTime > 0.2) resolve(null)
        else video.addEventListener('timeupdate', () => video.currentTime > 0.2 && resolve(null))
      }),
  )
  const playerState = await player.evaluate((element: Element) => {
    const { duration, videoWidth } = element as HTMLVideoElement
    return { seconds: Math.round(duration), videoWidth }
  })
  expect(playerState).toEqual({ seconds: 6, videoWidth: 160 })
  expect(parts).toEqual(expect.arrayContaining(['main', 'main-0']))
  await testbed.endVisits()
})

it('a visitor saves a part of a live stream while it continues, and then loads its newest part', async () => {
  const visit = await testbed.visit()
  // Frames, thumbnails and previews of segments that have left the stream are missing.
  visit.tolerateComplaint(/status of 4(10|22) .*\/(gop|frame|filmstrip|preview|thumbnail)/)
  liveStream.slide(2)
  await visit.submitLink(liveStream.urlOf('/live/index.m3u8'))
  await visit.arriveAtVideo('index')
  await visit.seeText(/^Live stream up to \d/)
  // The window has 35 segments of a second, and audio that begins a little before the first frame.
  const [startTime, endTime] = await visit.readRange()
  expect([endTime - startTime, endTime]).toEqual([expect.closeTo(30, 3), expect.closeTo(35, 0)])
  await visit.typeRange('0:20.400', '0:23.200')
  liveStream.slide(6)
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!', /^360p, /)
  liveStream.slide(4)
  const clip = await visit.save('360p')
  await expectExactClip(clip.bytes, { startTime: 37 - endTime + 20.4, endTime: 37 - endTime + 23.2 }, LIVE_RATE)

  // The first seconds of the window have left the stream.
  await visit.typeRange('0:01.000', '0:04.000')
  await visit.optionButton('360p', /^Download( |$)/).click()
  await visit.seeToast('Download Failed', /^The source no longer serves this part of the live stream\./)

  const idIn = (address: URL) => address.searchParams.get('v')
  const earlierId = idIn(new URL(visit.page.url()))
  await visit.page.getByRole('link', { name: 'Load the newest part' }).click()
  await visit.page.waitForURL((address) => idIn(address) !== null && idIn(address) !== earlierId)
  await visit.arriveAtVideo('index')
  const [, newEnd] = await visit.readRange()
  await visit.typeRange('0:20.000', '0:22.000')
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Download Ready!', /^360p, /)
  const newClip = await visit.save('360p')
  await expectExactClip(newClip.bytes, { startTime: 47 - newEnd + 20, endTime: 47 - newEnd + 22 }, LIVE_RATE)
  await testbed.endVisits()
})

it('a visitor whose video is smaller than every quality gets it in its own size', async () => {
  const visitor = createVisitor()
  const video = await visitor.process(`http://${playlistHost()}/index.m3u8`)
  expect(video.options.flatMap(({ label, access }) => (access === 'unavailable' ? [] : [label]))).toEqual([
    '96p',
    'Audio (MP3, 320 kbps)',
  ])
  const range = { startTime: 1.3, endTime: 4.1 }
  const clip = await visitor.waitUntilEnded(
    await visitor.requestDownload(await visitor.setTrim(video, range.startTime, range.endTime), '360p'),
  )
  expect(clip.status).toBe('completed')
  const { width, height } = await expectExactClip(await visitor.fetchFile(clip), range, 25)
  expect([width, height]).toEqual([160, 96])
})

describe("a stranger's server", () => {
  // strangers-servers.hard.ts and strangers-links.hard.ts cover all kinds of misbehaviour. slow-source.test.ts covers
  // servers that only stall.
  it('gets an error code if it misbehaves, costs nobody a unit, and leaves nothing behind', async () => {
    const strangers = await watchStrangers(testbed.ownKerf, site)
    const paths = ['/garbage-status.mp4', '/other-range.mp4', '/redirect-loop.mp4'] as const
    const codes = await Promise.all(paths.map(async (path) => (await strangers.inspect(path)).code))
    expect(codes).toEqual(paths.map(() => 'source_failed'))
    expect(await strangers.cut('/reset-in-body.mp4')).toMatchObject({ code: 'source_failed', unitsUsed: 0 })
    expect(await strangers.waitForLeftovers()).toEqual(NOTHING_LEFT)
  })

  it('is refused if it redirects to internal hosts, or its files refer to them', async () => {
    const visitor = createVisitor()
    await testbed.ownKerf.takeTriedConnections()
    const closedSite = await startMisleadingSite()
    await closedSite.close()
    const ports = [canary.port, Number(closedSite.host.split(':')[1])]
    for (const makeLink of [(to: string) => to, (to: string) => misleadingSite.linkBy('redirect', to)]) {
      for (const host of ['127.1', '[::ffff:7f00:1]', '169.254.169.254', 'localhost', '64:ff9b::7f00:1']) {
        const processAt = (port: number) =>
          visitor.call('POST', '/api/video/process', { youtubeUrl: makeLink(`http://${host}:${port}/video.mp4`) })
        const [openAnswer, closedAnswer] = [await processAt(ports[0]!), await processAt(ports[1]!)]
        expect([openAnswer.status, openAnswer.body]).toEqual([closedAnswer.status, closedAnswer.body])
        expect(openAnswer.status).toBeGreaterThanOrEqual(400)
      }
    }
    const contents: string[] = []
    for (const name of outwardNames) {
      const answer = await visitor.call<Video>('POST', '/api/video/process', {
        youtubeUrl: `http://${misleadingSite.host}/${name}`,
      })
      contents.push(JSON.stringify(answer.body))
      if (answer.status !== 200) continue
      const clip = await visitor.waitUntilEnded(
        await visitor.requestDownload(await visitor.setTrim(answer.body, 0.5, 2.5), '360p'),
      )
      contents.push(JSON.stringify(clip))
      if (clip.status === 'completed') contents.push(Buffer.from(await visitor.fetchFile(clip)).toString('latin1'))
    }
    expect(contents.filter((text) => text.includes(SECRET))).toEqual([])
    const connections = await testbed.ownKerf.takeTriedConnections()
    expect(new Set(connections)).toEqual(new Set([misleadingSite.host.replace(':', ' ')]))
    expect(canary.visits()).toBe(0)
  })
})
