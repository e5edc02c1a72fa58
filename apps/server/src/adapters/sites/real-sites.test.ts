import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { mayAsk, SITE_IDS, type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { ARCHIVE } from '@kerf/standins/sites/archive-api'
import { BLUESKY_POSTS } from '@kerf/standins/sites/bluesky-api'
import { DAILYMOTION } from '@kerf/standins/sites/dailymotion-api'
import { REDDIT } from '@kerf/standins/sites/reddit-api'
import { SOUNDCLOUD } from '@kerf/standins/sites/soundcloud-api'
import { startSitesStandin } from '@kerf/standins/sites/start-sites-standin'
import { STREAMABLE } from '@kerf/standins/sites/streamable-api'
import { TED } from '@kerf/standins/sites/ted-api'
import { TWITCH } from '@kerf/standins/sites/twitch-api'
import { VIMEO } from '@kerf/standins/sites/vimeo-api'
import { X } from '@kerf/standins/sites/x-api'
import { afterAll, describe, expect, it } from 'vitest'
import { openVideo } from '../../use-cases/downloads/cut-directly.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { fragmentsPlaylist } from '../remote-media/fragments-playlist.fixture.ts'
import { findOnPath } from '../ytdlp/find-ytdlp.ts'
import { runHardened } from '../ytdlp/hardened-run.ts'
import { createYtdlpInspector, isKnownBroken } from '../ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createSiteSource } from './site-source.ts'

/** yt-dlp as people install it. Sites change often, so an old one speaks to other interfaces. */
const ytdlpPath = process.env.KERF_TEST_YTDLP ?? (await findOnPath(['/usr/local/bin', '/usr/bin'].join(delimiter)))
const inspector = createYtdlpInspector()
const facts = ytdlpPath ? await inspector.inspect(ytdlpPath) : null
const isRecent = facts !== null && !isKnownBroken(facts)

const { signal } = new AbortController()
const directory = temporaryDirectory()
const engine = createMediaEngine({ scratchDirectory: directory, processesAhead: 0 })
const recipe = { width: 160, height: 96, frameRate: [25, 1], frames: 100, gopFrames: 25, bFrames: 2 } as const
const bothTracks = { ...recipe, video: 'h264', audio: 'aac' } as const
const muxed = await makeStampedMedia({ ...bothTracks, layout: 'plain' }, directory, 'muxed')
const pair = await makeStampedMedia({ ...bothTracks, layout: 'dash-pair' }, directory, 'pair')
await makeStampedMedia({ ...bothTracks, layout: 'hls' }, directory, 'ts')

const SEPARATE = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio-high",NAME="Original",DEFAULT=YES,URI="audio/index.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x96,CODECS="avc1.64000b,mp4a.40.2",AUDIO="audio-high"',
  'frames/index.m3u8',
  '',
].join('\n')

/** A recording whose second segment Twitch has muted. Only the muted one is served. */
const recording = (await readFile(join(directory, 'ts/index.m3u8'), 'utf8')).replace('index1.ts', 'index1-unmuted.ts')
const TEXTS: Readonly<Record<string, string>> = {
  '/ts/index.m3u8': recording,
  '/separate.m3u8': SEPARATE,
  '/HLSPlaylist.m3u8': SEPARATE,
  '/frames/index.m3u8': await fragmentsPlaylist(pair.videoPath!, '../frames.mp4'),
  '/audio/index.m3u8': await fragmentsPlaylist(pair.audioPath!, '../audio.mp4'),
  '/captions.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nHallo\n',
}
const FILES: Readonly<Record<string, string>> = {
  '/video.mp4': muxed.videoPath!,
  '/frames.mp4': pair.videoPath!,
  '/audio.mp4': pair.audioPath!,
  '/ts/index1-muted.ts': join(directory, 'ts/index1.ts'),
}
const standin = await startSitesStandin({
  media: async (path) => TEXTS[path] ?? (await readFile(FILES[path] ?? join(directory, path)).catch(() => null)),
})
const policy = { upstreamProxy: new URL(standin.proxyUrl) }
const proxy = await startLoopbackProxy(createOutboundPolicy(policy), { allowHostOf: mayAsk })
afterAll(async () => {
  await Promise.all([proxy.close(), standin.close(), engine.close()])
})

function sourceOf(id: SiteId) {
  const clock = { now: () => new Date() }
  return createSiteSource(id, {
    runner: createYtdlpRunner({
      finder: { find: async () => ({ path: ytdlpPath!, origin: 'configured' }) },
      inspector,
      sslCertFile: standin.caPath,
      concurrency: 2,
      timeoutMilliseconds: 120_000,
    }),
    proxyUrlFor: (egressId) => proxy.urlFor(egressId, id),
    fetcher: openFetcher({ ...policy, extraCaPem: standin.caPem }),
    egresses: createEgressPool({ proxies: [], clock }),
    engine,
    files: createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory(directory) }),
    clock,
    totalMilliseconds: 240_000,
  })
}

const WHERE_SKIPPED = isRecent ? '' : ' (skipped: KERF_TEST_YTDLP names no yt-dlp of 2026.08.19 or newer)'

describe.runIf(isRecent)(`with the real yt-dlp${WHERE_SKIPPED}`, () => {
  it('each extractor name of a site matches one extractor', async () => {
    const { stdout } = await runHardened({
      path: ytdlpPath!,
      args: ['--ignore-config', '--list-extractors'],
      timeoutMilliseconds: 120_000,
    })
    const extractors = stdout.toString('utf8').trim().split('\n')
    expect(extractors.length).toBeGreaterThan(1000)
    // yt-dlp reads names for `--ies` as patterns of whole names.
    const namedBy = (name: string) => extractors.filter((extractor) => new RegExp(`^(?:${name})$`, 'i').test(extractor))
    for (const name of ['youtube', ...SITE_IDS.flatMap((id) => Object.values(siteOf(id).extractors))])
      expect(namedBy(name).map((extractor) => extractor.toLowerCase())).toEqual([name])
  })

  it.each([
    ['a Twitch recording', `https://www.twitch.tv/videos/${TWITCH.recording}?t=1s`],
    ['a Twitch clip', `https://clips.twitch.tv/${TWITCH.clip}`],
    ['a Vimeo video', `https://vimeo.com/${VIMEO.open}#t=1s`],
    ['an unlisted Vimeo video', `https://vimeo.com/${VIMEO.unlisted}/${VIMEO.hash}`],
    ['a Dailymotion video', `https://dai.ly/${DAILYMOTION.open}`],
    ['a SoundCloud track', `https://soundcloud.com/someone/${SOUNDCLOUD.open}`],
    ['an archive.org item', `https://archive.org/details/${ARCHIVE.film}`],
    ['an archive.org file', `https://archive.org/details/${ARCHIVE.film}/video.mp4`],
    ['a Bluesky post', `https://bsky.app/profile/blu3blue.bsky.social/post/${BLUESKY_POSTS.video}`],
    ['a Reddit post', `https://redd.it/${REDDIT.video}`],
    ['a Streamable video', `https://streamable.com/e/${STREAMABLE.open}`],
    ['a TED talk', `https://www.ted.com/talks/${TED.talk}`],
    ['a video in a post on X', `https://x.com/oshtru/status/${X.videos}/video/2`],
  ])('a clip of %s is exact', async (name, link) => {
    const { source: id, reference } = recognizeLink(link, SITE_IDS)!
    const isAudio = id === 'soundcloud'
    const openedVideo = await openVideo(engine, sourceOf(id as SiteId), { reference }, signal)
    if (!openedVideo.ok) throw new Error(`refused as ${openedVideo.code}: ${openedVideo.cause}`)
    expect(openedVideo.video.channel).not.toBeNull()
    const filePath = join(directory, `${name.replace(/\W/g, '')}.${isAudio ? 'm4a' : 'mp4'}`)
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
    expect(Math.abs(audioOffsetSeconds(clip.audio!, isAudio ? 1.32 : 33 / 25) ?? 1)).toBeLessThanOrEqual(0.001)
  })

  it.each<[string, string, ErrorCode, string?]>([
    ['a recording for subscribers', `https://www.twitch.tv/videos/${TWITCH.forSubscribers}`, 'video_members_only'],
    ['a recording that is gone', 'https://www.twitch.tv/videos/1', 'video_removed'],
    ['a clip that is gone', 'https://clips.twitch.tv/SomeOtherClip', 'video_removed'],
    ['a video for certain pages', `https://vimeo.com/${VIMEO.embedOnly}`, 'video_blocked', 'embed_only'],
    ['a video with a password', `https://vimeo.com/${VIMEO.password}`, 'video_private', 'password'],
    ['a video that is gone', 'https://vimeo.com/1', 'video_removed'],
    [
      'a track for subscribers',
      `https://soundcloud.com/someone/${SOUNDCLOUD.forSubscribers}`,
      'video_paid',
      'only_preview',
    ],
    ['a track with DRM', `https://soundcloud.com/someone/${SOUNDCLOUD.encrypted}`, 'video_blocked', 'drm'],
    ['a track that is gone', 'https://soundcloud.com/someone/gone', 'video_removed'],
    ['a private video of Dailymotion', `https://dai.ly/${DAILYMOTION.private}`, 'video_private'],
    ['a video for some countries', `https://dai.ly/${DAILYMOTION.elsewhere}`, 'video_region_blocked'],
    ['a video that Dailymotion does not know', 'https://dai.ly/x5kesuz', 'video_removed'],
    [
      'a video whose playlist is for browsers',
      `https://dai.ly/${DAILYMOTION.forBrowsers}`,
      'source_bot_check',
      'site_refuses',
    ],
    [
      'an item for people with an account',
      `https://archive.org/details/${ARCHIVE.forAccounts}`,
      'video_blocked',
      'site_refuses',
    ],
    ['an item without media', `https://archive.org/details/${ARCHIVE.book}`, 'not_media'],
    ['an item that is gone', 'https://archive.org/details/gone', 'video_removed'],
    [
      'a post of Bluesky without a video',
      `https://bsky.app/profile/a.bsky.social/post/${BLUESKY_POSTS.words}`,
      'not_media',
    ],
    ['a post of Bluesky that is gone', 'https://bsky.app/profile/a.bsky.social/post/3l4omssdl635k', 'video_removed'],
    [
      'a post of Bluesky by a blocked person',
      `https://bsky.app/profile/a.bsky.social/post/${BLUESKY_POSTS.blocked}`,
      'video_removed',
    ],
    ['a post of a private community', `https://redd.it/${REDDIT.private}`, 'video_private'],
    [
      'a post whose manifests are for browsers',
      `https://redd.it/${REDDIT.forBrowsers}`,
      'video_blocked',
      'site_refuses',
    ],
    ['a post with media of another site', `https://redd.it/${REDDIT.elsewhere}`, 'not_media'],
    ['a post of Reddit that is gone', 'https://redd.it/6rrwyz', 'video_removed'],
    ['a video that is processed', `https://streamable.com/${STREAMABLE.processing}`, 'video_upcoming'],
    ['a video of Streamable that is gone', 'https://streamable.com/dnd3', 'video_removed'],
    ['a talk that TED shows from YouTube', `https://www.ted.com/talks/${TED.onYoutube}`, 'not_media'],
    ['a talk that is gone', 'https://www.ted.com/talks/someone_gone', 'video_removed'],
    ['several videos in a post of X', `https://x.com/oshtru/status/${X.videos}`, 'invalid_link', 'several_videos'],
    ['a post for adults', `https://x.com/oshtru/status/${X.forAdults}`, 'video_age_restricted'],
    ['a protected post', `https://x.com/oshtru/status/${X.protected}`, 'video_private'],
    ['a post of a suspended account', `https://x.com/oshtru/status/${X.suspended}`, 'video_removed'],
    ['a post of X that is gone', 'https://x.com/oshtru/status/5', 'not_media'],
  ])('%s is refused', async (_, link, code, reason) => {
    const { source: id, reference } = recognizeLink(link, SITE_IDS)!
    const resolution = await sourceOf(id as SiteId).resolve(reference, signal)
    expect(resolution).toMatchObject({ ok: false, code, ...(reason && { trouble: { reason } }) })
  })
})
