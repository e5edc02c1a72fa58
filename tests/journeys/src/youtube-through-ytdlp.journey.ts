import type { ErrorBody } from '@kerf/contract/protocol/error'
import type { Waveform } from '@kerf/contract/video'
import { type VideoName, videoIds } from '@kerf/standins/youtube/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectExactClip } from './harness/exact-clip.ts'
import { openStage } from './harness/stage.ts'
import { type RunningKerf, startKerf } from './harness/start-kerf.ts'
import { Visitor } from './harness/visitor.ts'
import {
  FRAME_RATE,
  linkTo,
  type OfflineYoutube,
  realYtdlp,
  startOfflineYoutube,
  VIDEO_SECONDS,
} from './harness/youtube.ts'

/** A browser; the servers are those of the resolvers. */
const stage = openStage({ youtube: false })

let youtube: OfflineYoutube
beforeAll(async () => {
  youtube = await startOfflineYoutube()
})
afterAll(() => youtube.close())

/** One of each status and kind; what each is called in yt-dlp's words is held where they are read. */
const SHORT: readonly VideoName[] = ['private', 'paid', 'liveNow', 'botCheck']
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

/** The scripted one stands in for the real one where there is none; with both, every other journey goes through it already. */
const RESOLVERS = [
  {
    name: 'the scripted yt-dlp',
    path: () => youtube.scriptedYtdlp,
    runs: realYtdlp === null || isAtLength,
    isReal: false,
  },
  {
    name: realYtdlp ? 'the real yt-dlp' : 'the real yt-dlp (skipped: there is none on this machine)',
    path: () => realYtdlp ?? '',
    runs: realYtdlp !== null,
    isReal: true,
  },
]

describe.each(RESOLVERS)('a YouTube link through $name', ({ path, runs, isReal }) => {
  let kerf: RunningKerf
  beforeAll(async () => {
    if (runs) kerf = await startKerf({ environment: youtube.environment(path()) })
  })
  afterAll(async () => {
    if (runs) await kerf.dispose()
  })
  beforeEach(() => youtube.standin.reset())

  it.runIf(runs)('becomes a frame-exact clip', async () => {
    const someone = new Visitor(kerf.url)
    const video = await someone.process(`  ${linkTo(videoIds.ordinary)}&t=3s `)
    expect(video).toMatchObject({
      source: 'youtube',
      youtubeUrl: linkTo(videoIds.ordinary),
      startTime: 3,
      endTime: VIDEO_SECONDS,
    })
    expect(video.duration).toBe(VIDEO_SECONDS)
    await someone.trim(video, 4.567, 11.89)
    const finished = await someone.finished(await someone.download(video, '360p'))
    expect(finished).toMatchObject({ status: 'completed', receipt: { way: 'smart' } })
    await expectExactClip(await someone.file(finished), { startTime: 4.567, endTime: 11.89 }, FRAME_RATE)
  })

  // Through the scripted one that is walked step by step, on each screen, in a file of its own.
  it.runIf(runs && isReal && isAtLength)(
    'is pasted into the page, and exactly the part that is chosen is saved',
    async () => {
      const visit = await stage.visit({ at: kerf.url })
      await visit.submitLink(linkTo(videoIds.ordinary))
      await visit.arriveAtVideo('Stand-in test video')
      await visit.seeText('1,234,567 views')
      await visit.typeRange('0:02.250', '0:06.500')
      await visit.optionButton('360p', 'Download').click()
      await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
      const clip = await visit.save('360p')
      expect(clip.name).toBe('kerf_360p.mp4')
      await expectExactClip(clip.bytes, { startTime: 2.25, endTime: 6.5 }, FRAME_RATE)
    },
  )

  it.runIf(runs)('shows what YouTube says of it, fetched by this server', async () => {
    const someone = new Visitor(kerf.url)
    const video = await someone.process(`youtu.be/${videoIds.ordinary}`)
    expect(video.views).toBeGreaterThan(0)
    expect(video.channel).not.toBe('')
    const thumbnail = await someone.fetch(video.thumbnail ?? '')
    expect(thumbnail.status).toBe(200)
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
    expect(video.filmstrip?.sheets.length).toBeGreaterThan(0)
    expect((await someone.fetch(video.filmstrip?.sheets[0] ?? '')).status).toBe(200)
    const audio = await someone.call<Waveform>('GET', video.waveform?.address ?? '')
    expect(Math.abs(audio.body.peaks.length - 25 * VIDEO_SECONDS)).toBeLessThanOrEqual(2)
    expect(Math.max(...audio.body.peaks)).toBeGreaterThan(20)
  })

  it.runIf(runs)('keeps a hostile title as the text that it is', async () => {
    const video = await new Visitor(kerf.url).process(linkTo(videoIds.hostileTitle))
    expect(video.title).toContain('<script>alert("x")</script>')
  })

  const refusals: [VideoName, string][] = [
    ['private', 'video_private'],
    ['removed', 'video_removed'],
    ['accountTerminated', 'video_removed'],
    ['unknown', 'video_removed'],
    ['copyright', 'video_blocked'],
    ['ageLimit', 'video_age_restricted'],
    ['regionBlocked', 'video_region_blocked'],
    ['membersOnly', 'video_members_only'],
    ['musicPremium', 'video_paid'],
    ['paid', 'video_paid'],
    ['liveNow', 'video_live'],
    ['premiere', 'video_upcoming'],
    ['liveSoon', 'video_upcoming'],
    ['botCheck', 'source_bot_check'],
    ['rateLimit', 'source_rate_limited'],
  ]
  // The real one starts once for either status.
  const asked = refusals.filter(([name]) =>
    isReal ? name === 'private' || name === 'botCheck' : isAtLength || SHORT.includes(name),
  )
  it.runIf(runs).each(asked)('that is refused as %s says so: %s', async (name, code) => {
    const answer = await new Visitor(kerf.url).call<ErrorBody>('POST', '/api/video/process', {
      youtubeUrl: linkTo(videoIds[name]),
    })
    expect(answer.body).toMatchObject({ code })
    expect(answer.body.error).not.toMatch(/yt-dlp|ERROR|http/)
    expect([422, 503]).toContain(answer.status)
  })

  it.runIf(runs)('whose addresses have died by the time of the cut is resolved again', async () => {
    const someone = new Visitor(kerf.url)
    const video = await someone.trim(await someone.process(linkTo(videoIds.onlyAvc)), 2, 6)
    const isMedia = ({ path }: { path: string }) => path === '/videoplayback'
    // YouTube has changed its mind about the old addresses; once they have been refused, new ones work.
    youtube.standin.configure({ mediaStatus: 403 })
    const refusedOnce = youtube.standin.nextRequest(isMedia)
    const asksAgain = youtube.standin.nextRequest(({ host, path }) => host === 'www.youtube.com' && path !== '')
    const download = await someone.download(video, '360p')
    await refusedOnce
    await asksAgain
    youtube.standin.configure({ mediaStatus: null })
    const finished = await someone.finished(download)
    expect(finished).toMatchObject({ status: 'completed' })
    await expectExactClip(await someone.file(finished), { startTime: 2, endTime: 6 }, FRAME_RATE)
  })

  it.runIf(runs)('whose media are refused ends in a failed download that is not counted', async () => {
    const someone = new Visitor(kerf.url)
    const video = await someone.process(linkTo(videoIds.mediaForbidden))
    const finished = await someone.finished(await someone.download(video, '360p'))
    expect(finished).toMatchObject({ status: 'failed', code: 'source_failed' })
    expect((await someone.call('GET', '/api/user/quota')).body).toMatchObject({ quota: { dailyDownloads: 0 } })
  })
})
