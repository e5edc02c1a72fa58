import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { basename, join } from 'node:path'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { SITE_IDS, type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { startLiveStream } from '@kerf/standins/live/start-live-stream'
import { afterAll, describe, expect, it } from 'vitest'
import type { VideoSource } from '../../ports/sources.ts'
import { openVideo } from '../../use-cases/downloads/cut-directly.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { fragmentsPlaylist } from '../remote-media/fragments-playlist.fixture.ts'
import { type FakeYtdlp, writeFakeYtdlp } from '../ytdlp/fake-ytdlp.fixture.ts'
import { createYtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { RECORDED } from './recorded-answers.fixture.ts'
import { createSiteSource } from './site-source.ts'

const { signal } = new AbortController()
const directory = temporaryDirectory()
const engine = createMediaEngine({ scratchDirectory: directory, processesAhead: 0 })
afterAll(() => engine.close())

const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 100, gopFrames: 25, bFrames: 2 } as const
const bothTracks = { ...recipe, video: 'h264', audio: 'aac' } as const
const muxed = await makeStampedMedia({ ...bothTracks, layout: 'plain' }, directory, 'muxed')
const pair = await makeStampedMedia({ ...bothTracks, layout: 'dash-pair' }, directory, 'pair')
await makeStampedMedia({ ...bothTracks, layout: 'hls' }, directory, 'ts')

const STREAM = '#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x96,CODECS="avc1.64000b,mp4a.40.2"'
const TEXTS: Readonly<Record<string, string>> = {
  '/ts/master.m3u8': `#EXTM3U\n${STREAM}\nindex.m3u8\n`,
  '/separate.m3u8': [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Original",DEFAULT=YES,URI="audio/index.m3u8"',
    `${STREAM},AUDIO="a"\nframes/index.m3u8\n`,
  ].join('\n'),
  '/frames/index.m3u8': await fragmentsPlaylist(pair.videoPath!, '../frames.mp4'),
  '/audio/index.m3u8': await fragmentsPlaylist(pair.audioPath!, '../audio.mp4'),
  '/captions.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n',
  '/reel.mpg': '\0\0\u0001\u00ba no container that is read here',
}
const FILES: Readonly<Record<string, string>> = {
  '/video.mp4': muxed.videoPath!,
  '/small.mp4': muxed.videoPath!,
  '/frames.mp4': pair.videoPath!,
  '/audio.mp4': pair.audioPath!,
}

/** Serves the media of all sites, by byte ranges. */
const serving: RequestListener = async (request, response) => {
  const { pathname } = new URL(request.url!, 'http://site')
  const text = TEXTS[pathname]
  const path = FILES[pathname] ?? join(directory, pathname)
  const bytes = text === undefined ? await readFile(path).catch(() => null) : Buffer.from(text)
  if (!bytes) return void response.writeHead(404).end()
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) return void response.writeHead(200).end(bytes)
  const end = Math.min(Number(last) + 1, bytes.length)
  response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${bytes.length}` })
  response.end(bytes.subarray(Number(first), end))
}
const site = await startLoopbackSite(serving)

/** A yt-dlp that prints these answers by URL, and writes its arguments into the title of the answer for `--`. */
const answering = (answers: Record<string, unknown>): Promise<FakeYtdlp> =>
  writeFakeYtdlp(`
    const answers = ${JSON.stringify(answers)}
    const url = process.argv.at(-1)
    if (!(url in answers)) { console.error('ERROR: [x] ' + url + ' was not expected'); process.exit(1) }
    const answer = answers[url]
    if (typeof answer === 'string') { console.error(answer); process.exit(1) }
    process.stdout.write(JSON.stringify({ ...answer, license: process.argv.slice(2).join(' ') }))
  `)

function sourceOf(id: SiteId, path: string | null, allow: string[] = [site.exemption]): VideoSource {
  const clock = { now: () => new Date() }
  return createSiteSource(id, {
    runner: createYtdlpRunner({
      finder: { find: async () => (path === null ? null : { path, origin: 'configured' }) },
      inspector: createYtdlpInspector(),
      concurrency: 2,
      timeoutMilliseconds: 60_000,
    }),
    proxyUrlFor: () => 'http://kerf:secret@127.0.0.1:4000',
    fetcher: openFetcher({ allow }),
    egresses: createEgressPool({ proxies: [], clock }),
    engine,
    files: createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) }),
    clock,
    totalMilliseconds: 120_000,
  })
}

const recordedAnswer = await answering(
  Object.fromEntries(SITE_IDS.map((id) => [RECORDED[id].asked, RECORDED[id].answer(site.origin)])),
)
const referenceOf = (id: SiteId): string => recognizeLink(RECORDED[id].link, [id])!.reference

describe.each(SITE_IDS)('a video of %s', (id) => {
  const { facts } = RECORDED[id]

  it("is opened from yt-dlp's recorded answer, and its clip is exact", async () => {
    const source = sourceOf(id, recordedAnswer.path)
    const resolution = await source.resolve(referenceOf(id), signal)
    if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
    const { video } = resolution
    expect(video).toMatchObject({
      title: facts.title,
      channel: facts.channel,
      channelIds: facts.channelIds,
      resolvedBy: { step: id, egress: '' },
    })
    expect(video.durationSeconds).toBeCloseTo(4, 0)
    expect(video.renditions.map(({ carries }) => carries)).toEqual(facts.carries)
    expect((video.captions ?? []).map(({ language }) => language)).toEqual(facts.captions ?? [])
    for (const { headers } of video.renditions) expect(Object.keys(headers)).not.toContain('Cookie')
    expect(Date.parse(video.addressesExpireAt!)).toBeLessThanOrEqual(Date.now() + 3_600_000)

    const openedVideo = await openVideo(engine, source, { reference: referenceOf(id) }, signal)
    if (!openedVideo.ok) throw new Error(`refused as ${openedVideo.code}: ${openedVideo.cause}`)
    const filePath = join(directory, `${id}.mp4`)
    const isAudio = !facts.carries.some((carries) => carries !== 'audio')
    const cut = await openedVideo.video.cut(
      {
        ranges: [{ startTime: 1.32, endTime: 2.68 }],
        quality: isAudio ? 'audio' : '360p',
        format: isAudio ? 'm4a' : 'mp4',
        options: {},
      },
      filePath,
      { signal, onProgress: () => undefined },
    )
    expect(cut).toMatchObject({ ok: true })
    const clip = await readStamps(filePath)
    if (!isAudio) expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 34 }, (_, n) => n + 33))
    if (!isAudio) expect(Math.abs(audioOffsetSeconds(clip.audio!, 33 / 25) ?? 1)).toBeLessThanOrEqual(0.001)
    else expect(Math.abs(audioOffsetSeconds(clip.audio!, 1.32) ?? 1)).toBeLessThanOrEqual(0.001)
  })

  it('is requested with the extractors of its site only', async () => {
    const echo = await writeFakeYtdlp(`console.error('ERROR: ' + process.argv.slice(2).join(' ')); process.exit(1)`)
    const resolution = await sourceOf(id, echo.path).resolve(referenceOf(id), signal)
    const words = (!resolution.ok && resolution.cause?.split(' ')) || []
    expect(words[words.indexOf('--ies') + 1]).toBe(Object.values(siteOf(id).extractors).join(','))
    expect(words.slice(-2)).toEqual(['--', RECORDED[id].asked])
  })
})

describe('an answer from a site', () => {
  const reference = 'https://vimeo.com/76979871'
  const requestedUrl = 'https://player.vimeo.com/video/76979871'
  const answer = RECORDED.vimeo.answer(site.origin)

  it.each([
    ['from another extractor', 'source_failed', { ...answer, extractor_key: 'Generic' }],
    ['from the extractor of another site', 'source_failed', { ...answer, extractor_key: 'Twitter' }],
    ['without an extractor', 'source_failed', { ...answer, extractor_key: null }],
    [
      'about several videos',
      'invalid_link',
      { _type: 'playlist', extractor_key: 'Vimeo', entries: [answer], playlist_count: 2 },
    ],
    ['without a video', 'not_media', { _type: 'playlist', extractor_key: 'Vimeo', entries: [] }],
    ['about a live stream without a playlist', 'video_live', { ...answer, is_live: true, formats: [] }],
    ['about an upcoming video', 'video_upcoming', { ...answer, live_status: 'is_upcoming' }],
    ['about an adult video', 'video_age_restricted', { ...answer, age_limit: 18 }],
    ['without formats', 'unsupported_media', { ...answer, formats: [] }],
    ['about a private video', 'video_private', 'ERROR: [vimeo] 76979871: This video is private'],
  ])('%s is refused as %s', async (_, code, siteAnswer) => {
    const fake = await answering({ [requestedUrl]: siteAnswer })
    expect(await sourceOf('vimeo', fake.path).resolve(reference, signal)).toMatchObject({ ok: false, code })
  })

  it('is read from the playlist if only that has audio', async () => {
    const file = {
      ext: 'mp4',
      protocol: 'https',
      url: `${site.origin}/frames.mp4`,
      vcodec: 'h264',
      acodec: 'none',
      height: 96,
    }
    const list = { ext: 'mp4', protocol: 'm3u8_native', manifest_url: `${site.origin}/separate.m3u8`, height: 96 }
    const formats = [
      { ...file, format_id: 'fallback' },
      { ...list, format_id: 'hls' },
    ]
    const fake = await answering({ [requestedUrl]: { ...answer, formats } })
    const resolution = await sourceOf('vimeo', fake.path).resolve(reference, signal)
    expect(resolution.ok && resolution.video.renditions.map(({ carries }) => carries)).toEqual(['video', 'audio'])
  })

  it('opens the current window of a live stream, from its playlist', async () => {
    const stream = await startLiveStream([{ name: 'live', directory: join(directory, 'ts'), attributes: '' }], 3)
    afterAll(stream.close)
    stream.slide(1)
    const format = { format_id: 'hls', ext: 'mp4', protocol: 'm3u8_native', vcodec: 'avc1.64001f', height: 96 }
    const formats = [{ ...format, url: stream.urlOf('/live/index.m3u8') }]
    const fake = await answering({ [requestedUrl]: { ...answer, is_live: true, duration: null, formats } })
    const source = sourceOf('vimeo', fake.path, [stream.host])
    const resolution = await source.resolve(reference, signal)
    expect(resolution).toMatchObject({
      ok: true,
      video: { title: RECORDED.vimeo.facts.title, live: { id: expect.any(String) } },
    })
    expect(resolution.ok && resolution.video.durationSeconds).toBeCloseTo(3, 1)
  })

  it('with a single entry is that video', async () => {
    const list = { _type: 'playlist', extractor_key: 'Vimeo', entries: [answer], playlist_count: 1 }
    const fake = await answering({ [requestedUrl]: list })
    expect(await sourceOf('vimeo', fake.path).resolve(reference, signal)).toMatchObject({ ok: true })
  })

  it('is reported as missing yt-dlp, with the name of the site', async () => {
    expect(await sourceOf('vimeo', null).resolve(reference, signal)).toMatchObject({
      ok: false,
      code: 'resolver_missing',
      trouble: { reason: 'site_unopened', about: 'Vimeo' },
    })
  })

  it('never leads to a private host, by files, playlists, segments, captions or images', async () => {
    const secret = await startLoopbackSite(serving)
    const here = secret.origin
    const file = { ext: 'mp4', protocol: 'http', vcodec: 'avc1.64001f', acodec: 'mp4a.40.2', height: 96 }
    const list = { ...file, protocol: 'm3u8_native' }
    const outerSite = await startLoopbackSite((_request, response) =>
      response.end(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${here}/ts/index0.ts\n#EXT-X-ENDLIST\n`),
    )
    const forms = [
      [{ ...file, format_id: '1', url: `${here}/video.mp4` }],
      [{ ...file, format_id: '1', url: `http://localhost:${secret.port}/video.mp4` }],
      [{ ...file, format_id: '1', url: `http://[::ffff:127.0.0.1]:${secret.port}/video.mp4` }],
      [{ ...file, format_id: '1', url: 'http://169.254.169.254/latest/meta-data/a.mp4' }],
      [{ ...file, format_id: '1', url: 'file:///etc/passwd' }],
      [{ ...list, format_id: '1', url: `${here}/ts/index.m3u8`, manifest_url: `${here}/ts/master.m3u8` }],
      [{ ...list, format_id: '1', url: `${outerSite.origin}/list.m3u8` }],
    ]
    for (const formats of forms) {
      const fake = await answering({ [requestedUrl]: { ...answer, formats } })
      expect(await sourceOf('vimeo', fake.path, [outerSite.exemption]).resolve(reference, signal)).toMatchObject({
        ok: false,
      })
    }
    const source = sourceOf('vimeo', recordedAnswer.path, [])
    const image = `https://127.0.0.1:${secret.port}/${basename('image.jpg')}`
    await expect(source.fetchImage(image, signal)).rejects.toMatchObject({ code: 'source_failed' })
    const captions = { id: 'de', language: 'de', label: 'German', isAutomatic: false }
    const address = JSON.stringify({ kind: 'file', url: `${here}/captions.vtt` })
    await expect(source.readCaptions!({} as never, { ...captions, address }, signal)).rejects.toMatchObject({
      code: 'source_failed',
    })
    expect(secret.connections()).toBe(0)
  })
})
