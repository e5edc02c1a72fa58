import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { installScriptedYtdlp } from '@kerf/standins/youtube/install-scripted-ytdlp'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { asFile, type LocatedRendition, type ResolvedVideo, type VideoSource } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import type { StepAnswer, StepName } from '../resolver-step.ts'
import { createYtdlpFinder, findOnPath } from '../ytdlp/find-ytdlp.ts'
import { runHardened } from '../ytdlp/hardened-run.ts'
import { ytdlpArguments } from '../ytdlp/ytdlp-arguments.ts'
import { createYtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { verdictOfYtdlp } from './answers/step-verdicts.ts'
import { createInnertubeStep } from './steps/innertube.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { youtubeQuestion, ytdlpSteps } from './steps/ytdlp.ts'
import { createYoutubeSource, type YoutubeSourceOptions } from './youtube-source.ts'

const signal = new AbortController().signal

const inspector = createYtdlpInspector()
const installedPath = await findOnPath(['/usr/local/bin', '/usr/bin'].join(delimiter))

const directory = temporaryDirectory()
const standin = await startYoutubeStandin({ seconds: 6, upToHeight: 360 })
const policy = { upstreamProxy: new URL(standin.proxyUrl) }
const proxy = await startLoopbackProxy(createOutboundPolicy(policy))
afterAll(async () => {
  await proxy.close()
  await standin.close()
})
const fetcher = openFetcher({ ...policy, extraCaPem: await readFile(standin.caPath, 'utf8') })
const egresses = createEgressPool({ proxies: [], clock: { now: () => new Date() } })
const scriptedPath = await installScriptedYtdlp(directory)
const scriptedSource = sourceWith(scriptedPath)
beforeEach(() => standin.reset())

function sourceWith(configuredPath: string, media?: YoutubeSourceOptions['media']): VideoSource {
  const finder = createYtdlpFinder({ configuredPath, searchPath: null, inspector, fetched: null })
  const runner = createYtdlpRunner({
    finder,
    inspector,
    sslCertFile: standin.caPath,
    concurrency: 4,
    timeoutMilliseconds: 120_000,
  })
  const options = { runner, fetcher, egresses, proxyUrlFor: proxy.urlFor, withScripts: true }
  return createYoutubeSource({ ...options, ...(media && { media }), timing: { totalMilliseconds: 120_000 } })
}

/** Opens a source with a media engine, which can inspect files. */
async function openSourceWithMedia() {
  const files = createDiskFileStore({ filesPath: join(directory, 'files'), scratchPath: join(directory, 'scratch') })
  const engine = createMediaEngine({ scratchDirectory: join(directory, 'scratch'), processesAhead: 0 })
  const media = { files, engine, clock: { now: () => new Date() } }
  const path = await installScriptedYtdlp(directory)
  return { source: sourceWith(path, media), close: () => engine.close() }
}

async function resolveVideo(source: VideoSource, id: string): Promise<ResolvedVideo> {
  const resolution = await source.resolve(id, signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}`)
  return resolution.video
}

function pickRendition(video: ResolvedVideo, matches: (rendition: LocatedRendition) => boolean): LocatedRendition {
  const rendition = video.renditions.find(matches)
  if (!rendition) throw new Error('no such rendition')
  return rendition
}

/** One video for each kind of refusal by yt-dlp. */
const REFUSED_BY_ANY: [ErrorCode, string][] = [
  ['video_private', 'Private0001'],
  ['video_removed', 'Terminated1'],
  ['video_region_blocked', 'GeoBlocked1'],
  ['source_bot_check', 'BotCheck001'],
  ['source_rate_limited', 'Http429vid1'],
  ['video_blocked', 'SabrOnly001'],
  ['video_live', 'LiveNow0001'],
]
const REFUSED_BESIDES: [ErrorCode, string][] = [
  ['video_removed', 'Removed0001'],
  ['video_removed', 'Unknown0001'],
  ['video_blocked', 'Copyright01'],
  ['video_age_restricted', 'AgeLimit001'],
  ['video_members_only', 'Members0001'],
  ['video_paid', 'PremiumOnly'],
  ['video_paid', 'PaidRental1'],
  ['source_rate_limited', 'RateLimit01'],
  ['video_upcoming', 'Premiere001'],
  ['video_upcoming', 'LiveSoon001'],
]

/**
 * Ids that `npm test` passes to the installed yt-dlp one by one, which is slow because it starts each time. The last
 * test with the installed yt-dlp requests nearly all ids in a single run.
 */
const INSTALLED_REFUSALS_PATTERN = /^(Private|BotCheck|Http|LiveNow|Sabr)/
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

const isH264 = ({ carries, videoCodec }: LocatedRendition): boolean =>
  carries === 'video' && (videoCodec ?? '').startsWith('avc1')

const stepOf = (configuredPath: string, name: StepName) => {
  const finder = createYtdlpFinder({ configuredPath, searchPath: null, inspector, fetched: null })
  const runner = createYtdlpRunner({
    finder,
    inspector,
    sslCertFile: standin.caPath,
    concurrency: 4,
    timeoutMilliseconds: 25_000,
  })
  return ytdlpSteps(runner, proxy.urlFor, true).find((step) => step.name === name)!
}

describe.each([
  [
    'the player call',
    () => createInnertubeStep(createInnertubeVisitors(fetcher)),
    true,
    [...REFUSED_BY_ANY, ...REFUSED_BESIDES],
  ],
  ['the scripted yt-dlp', () => stepOf(scriptedPath, 'ytdlp'), true, REFUSED_BY_ANY],
  // This step runs the same program with other arguments. ladder.test.ts covers its place in the ladder.
  ['the scripted yt-dlp with scripts', () => stepOf(scriptedPath, 'ytdlp-scripts'), isFullRun, []],
  [
    'the installed yt-dlp',
    () => stepOf(installedPath!, 'ytdlp'),
    installedPath !== null,
    REFUSED_BY_ANY.filter(([, id]) => isFullRun || INSTALLED_REFUSALS_PATTERN.test(id)),
  ],
] as const)('a video from %s', (_name, openStep, availableFormats, refusedFormats) => {
  const resolveId = (id: string) => openStep().resolve(id, '', signal)

  it.runIf(availableFormats)('is described in full', async () => {
    const { video } = (await resolveId('StandInVid1')) as StepAnswer & { ok: true }
    expect(video.durationSeconds).toBeGreaterThan(5)
    expect(video).toMatchObject({
      title: 'Stand-in test video',
      channel: 'Stand-in Channel',
      publishedAt: '2026-03-14',
    })
    expect(video.channelIds).toEqual(['UCstandinstandinstandin0', '@standin'])
    expect(Date.parse(video.addressesExpireAt!)).toBeGreaterThan(Date.now())
    expect(video.renditions.map(({ carries }) => carries)).toEqual(expect.arrayContaining(['video', 'audio', 'both']))
    expect(video.filmstrip).toMatchObject({ frameWidth: 160, frameHeight: 90, columns: 5, rows: 5 })
    expect(standin.requests().filter(({ refused }) => refused)).toEqual([])
  })

  it.runIf(availableFormats).each(refusedFormats)('is refused as %s: %s', async (code, id) => {
    expect(await resolveId(id)).toMatchObject({ ok: false, code })
  })

  it.runIf(availableFormats)('is refused if it is for adults, even if it would play', async () => {
    expect(await resolveId('AdultsOnly1')).toMatchObject({ ok: false, code: 'video_age_restricted', blame: 'video' })
  })

  it.runIf(availableFormats)('is offered in SDR if available, and otherwise in HDR', async () => {
    const codecsOf = async (id: string) => {
      const { video } = (await resolveId(id)) as StepAnswer & { ok: true }
      const videoRenditions = video.renditions.filter(({ carries }) => carries === 'video')
      return new Set(videoRenditions.map(({ videoCodec }) => (videoCodec?.startsWith('av01') ? 'HDR' : 'SDR')))
    }
    expect(await codecsOf('HdrAndSdr01')).toEqual(new Set(['SDR']))
    expect(await codecsOf('HdrAlone001')).toEqual(new Set(['HDR']))
  })

  it.runIf(availableFormats)('keeps a hostile title as plain text', async () => {
    const answer = await resolveId('WeirdTitle1')
    expect(answer.ok && answer.video.title).toContain('--exec=touch kerf-pwned; $(id)')
  })
})

it.runIf(installedPath)('the refusals of the installed yt-dlp are understood', async () => {
  // One run reads all videos in sequence, because yt-dlp takes longer to start than to refuse.
  const refusals = [...REFUSED_BY_ANY, ...REFUSED_BESIDES].filter(([, id]) => !/^(Http|LiveNow|Sabr)/.test(id))
  const facts = (await inspector.inspect(installedPath!))!
  const question = { ...youtubeQuestion('', null), proxyUrl: proxy.urlFor(''), ownCertificates: true }
  const [link = '', ...reversedOptions] = ytdlpArguments(facts, question).toReversed()
  const outcome = await runHardened({
    path: installedPath!,
    args: [...reversedOptions.toReversed(), ...refusals.map(([, id]) => link + id)],
    proxyUrl: proxy.urlFor(''),
    sslCertFile: standin.caPath,
    timeoutMilliseconds: 180_000,
  })
  const complaints = outcome.ended === 'exited' ? outcome.stderr.split(/^(?=ERROR: )/m) : []
  const verdicts = refusals.map(([, id]) => {
    const complaint = complaints.find((text) => text.startsWith(`ERROR: [youtube] ${id}: `))
    return [complaint && verdictOfYtdlp(complaint).code, id]
  })
  expect(verdicts).toEqual(refusals)
})

describe("YouTube's media", () => {
  it('are served by byte ranges, with thumbnail and filmstrip', async () => {
    const video = await resolveVideo(scriptedSource, 'StandInVid1')
    const rendition = pickRendition(video, isH264)
    const bytes = asFile(await scriptedSource.openRendition(rendition, signal))
    expect(bytes.sizeBytes).toBe(rendition.sizeBytes)
    const start = await bytes.read(0, 12, signal)
    expect(Buffer.from(start.subarray(4, 8)).toString()).toBe('ftyp')
    expect(await bytes.read(bytes.sizeBytes - 100, bytes.sizeBytes, signal)).toHaveLength(100)
    expect((await scriptedSource.fetchImage(video.thumbnailAddress!, signal)).mediaType).toBe('image/jpeg')
    const sheet = await scriptedSource.fetchImage(video.filmstrip!.sheetAddresses[0]!, signal)
    expect([...sheet.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8])
  })

  it('ask for a fresh resolution if their URLs have expired', async () => {
    const video = await resolveVideo(scriptedSource, 'Expired0001')
    await expect(scriptedSource.openRendition(pickRendition(video, isH264), signal)).rejects.toMatchObject({
      code: 'source_failed',
      expired: true,
    })
  })

  it('are read from YouTube only, whatever the URL says', async () => {
    const rendition = pickRendition(await resolveVideo(scriptedSource, 'StandInVid1'), isH264)
    standin.reset()
    for (const address of ['https://kerf-tests.org/a.mp4', 'http://www.youtube.com/a', 'file:///etc/passwd', 'x']) {
      await expect(scriptedSource.openRendition({ ...rendition, address }, signal)).rejects.toMatchObject({
        code: 'source_failed',
      })
    }
    expect(standin.requests()).toEqual([])
  })

  it('have images on two domains only', async () => {
    for (const address of ['https://www.youtube.com/a.jpg', 'http://i.ytimg.com/a.jpg', 'https://127.0.0.1/a.jpg']) {
      await expect(scriptedSource.fetchImage(address, signal)).rejects.toMatchObject({ code: 'source_failed' })
    }
    expect(standin.requests()).toEqual([])
  })
})

describe("YouTube's audio", () => {
  const isMedia = ({ path }: { path: string }) => path === '/videoplayback'
  const mediaBytes = () =>
    standin
      .requests()
      .filter(isMedia)
      .reduce((sum, { bytes }) => sum + bytes, 0)

  it('is decoded on demand from the smallest rendition, once for all viewers', async () => {
    const { source, close } = await openSourceWithMedia()
    const video = await resolveVideo(source, 'StandInVid1')
    expect(video.waveform).toEqual({ peaksPerSecond: 25, address: expect.any(String) })
    expect(mediaBytes()).toBe(0)
    const { peaks } = await source.readWaveform!(video.waveform!.address, signal)
    expect(Math.abs(peaks.length - 25 * video.durationSeconds)).toBeLessThanOrEqual(2)
    expect(Math.max(...peaks)).toBeGreaterThan(20)
    const smallestSize = Math.min(
      ...video.renditions.filter(({ carries }) => carries === 'audio').map((r) => r.sizeBytes!),
    )
    expect(mediaBytes()).toBeLessThan(1.2 * smallestSize)

    // A second lookup gives other addresses of the same video. The waveform is cached.
    const laterVideo = await resolveVideo(source, 'StandInVid1')
    standin.reset()
    expect((await source.readWaveform!(laterVideo.waveform!.address, signal)).peaks).toEqual(peaks)
    expect(standin.requests()).toEqual([])

    const segment = await source.readWaveform!(video.waveform!.address, signal, { startTime: 2, endTime: 3 })
    expect(segment).toMatchObject({ fromSeconds: 2, peaksPerSecond: 25 })
    expect(segment.peaks).toHaveLength(25)
    for (const [index, peak] of segment.peaks.entries())
      expect(Math.abs(peak - peaks[50 + index]!)).toBeLessThanOrEqual(5)
    // A six-second file is so small that one second is not much less than the whole file.
    expect(mediaBytes()).toBeLessThanOrEqual(smallestSize)
    await close()
  })

  it('is refused if its URLs have expired', async () => {
    const { source, close } = await openSourceWithMedia()
    const expiredVideo = await resolveVideo(source, 'Expired0001')
    const waveform = source.readWaveform!(expiredVideo.waveform!.address, signal)
    await expect(waveform).rejects.toMatchObject({ code: 'source_failed' })
    await close()
  })
})

describe('a lookup at YouTube', () => {
  it('ends when the caller aborts, even while YouTube hangs', async () => {
    const controller = new AbortController()
    const request = standin.nextRequest(({ method }) => method !== 'CONNECT')
    const resolution = scriptedSource.resolve('HangForever', controller.signal)
    await request
    controller.abort(new Error('gone'))
    await expect(resolution).rejects.toThrow('gone')
  })

  it('needs no yt-dlp', async () => {
    expect(await sourceWith('/nonexistent/yt-dlp').resolve('StandInVid1', signal)).toMatchObject({ ok: true })
  })

  it.each(['', 'short', 'dQw4w9WgXcQQ', 'dQw4w9WgXc;', '../../../../', 'dQw4w9WgXc\n', '--exec=true'])(
    'is not made for the invalid id %j',
    async (reference) => {
      expect(await scriptedSource.resolve(reference, signal)).toMatchObject({ ok: false, code: 'invalid_link' })
      expect(standin.requests()).toEqual([])
    },
  )

  it('is shared by concurrent callers of the same video', async () => {
    const impatientCaller = new AbortController()
    const resolutions = [scriptedSource.resolve('StandInVid1', signal), scriptedSource.resolve('StandInVid1', signal)]
    const abortedResolution = scriptedSource.resolve('StandInVid1', impatientCaller.signal)
    impatientCaller.abort(new Error('gone'))
    await expect(abortedResolution).rejects.toThrow('gone')
    expect((await Promise.all(resolutions)).map(({ ok }) => ok)).toEqual([true, true])
    const calls = standin.requests().filter(({ path }) => path === '/youtubei/v1/player')
    expect(calls).toHaveLength(2) // One call is for the player, one for the page.
  })
})
