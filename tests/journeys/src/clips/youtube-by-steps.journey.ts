import type { Waveform } from '@kerf/contract/video'
import { clipIds } from '@kerf/standins/youtube/pages/clips'
import { videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { Visitor } from '../harness/visitor.ts'
import {
  FRAME_RATE,
  linkTo,
  type OfflineYoutube,
  realYtdlp,
  startOfflineYoutube,
  VIDEO_SECONDS,
} from '../harness/youtube.ts'

/** The scripted yt-dlp replaces the real one on machines without it. */
const ytdlpName = realYtdlp ? 'the real yt-dlp' : 'the scripted yt-dlp (there is no real one on this machine)'

let youtube: OfflineYoutube
let kerf: RunningKerf
beforeAll(async () => {
  youtube = await startOfflineYoutube()
  kerf = await startKerf({ environment: youtube.environment(realYtdlp ?? youtube.scriptedYtdlp) })
})
afterAll(async () => {
  await kerf?.dispose()
  await youtube?.close()
})
beforeEach(() => youtube.standin.reset())

it('a YouTube link becomes a frame-exact clip on a machine without yt-dlp and without Python', async () => {
  const bareServer = await startKerf({ environment: youtube.environment('/nowhere/yt-dlp') })
  onTestFinished(() => bareServer.dispose())
  const someone = new Visitor(bareServer.url)
  const finishedDownload = await someone.waitUntilEnded(
    await someone.requestClip(linkTo(videoIds.ordinary), 4.567, 6.89),
  )
  await expectExactClip(await someone.fetchFile(finishedDownload), { startTime: 4.567, endTime: 6.89 }, FRAME_RATE)
})

// ladder.test.ts covers this without a cut.
itAtLength('a YouTube link whose URLs expire during the cut becomes the same clip by the next step', async () => {
  youtube.standin.configureClient('VISIONOS', { forbiddenAfterBytes: 60_000 }, 'innertube')
  const someone = new Visitor(kerf.url)
  const finishedDownload = await someone.waitUntilEnded(await someone.requestClip(linkTo(videoIds.onlyAvc), 2, 8))
  await expectExactClip(await someone.fetchFile(finishedDownload), { startTime: 2, endTime: 8 }, FRAME_RATE)
})

it(`a YouTube link through ${ytdlpName} becomes a frame-exact clip, with YouTube's facts fetched by this server`, async () => {
  youtube.standin.configureClient('VISIONOS', { noFormats: true }, 'innertube')
  const someone = new Visitor(kerf.url)
  const video = await someone.process(`  ${linkTo(videoIds.ordinary)}&t=3s `)
  expect(video).toMatchObject({
    source: 'youtube',
    youtubeUrl: linkTo(videoIds.ordinary),
    duration: VIDEO_SECONDS,
    startTime: 3,
    endTime: VIDEO_SECONDS,
  })
  expect(video.views).toBeGreaterThan(0)
  expect(video.channel).not.toBe('')
  const thumbnail = await someone.fetch(video.thumbnail ?? '')
  expect(thumbnail.status).toBe(200)
  expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
  expect(video.filmstrip?.sheets.length).toBeGreaterThan(0)
  expect((await someone.fetch(video.filmstrip?.sheets[0] ?? '')).status).toBe(200)
  const waveform = await someone.call<Waveform>('GET', video.waveform?.address ?? '')
  expect(Math.abs(waveform.body.peaks.length - 25 * VIDEO_SECONDS)).toBeLessThanOrEqual(2)
  expect(Math.max(...waveform.body.peaks)).toBeGreaterThan(20)

  await someone.setTrim(video, 4.567, 6.89)
  const finishedDownload = await someone.waitUntilEnded(await someone.requestDownload(video, '360p'))
  expect(finishedDownload).toMatchObject({ status: 'completed', receipt: { way: 'smart' } })
  await expectExactClip(await someone.fetchFile(finishedDownload), { startTime: 4.567, endTime: 6.89 }, FRAME_RATE)
})

it("a YouTube clip link opens its video with the clip's range, which is cut exactly", async () => {
  const someone = new Visitor(kerf.url)
  const link = `https://www.youtube.com/clip/${clipIds.ordinary}?si=shared`
  const video = await someone.process(link)
  expect(video).toMatchObject({ youtubeUrl: linkTo(videoIds.ordinary), url: link, startTime: 2.5, endTime: 5.25 })
  const finishedDownload = await someone.waitUntilEnded(await someone.requestDownload(video, '360p'))
  await expectExactClip(await someone.fetchFile(finishedDownload), { startTime: 2.5, endTime: 5.25 }, FRAME_RATE)
})
